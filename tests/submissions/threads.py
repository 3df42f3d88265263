# expect: passed; earned 10
import threading


def softmax(scores, dim=-1, temperature=1.0):
    kept = []
    thread = threading.Thread(target=lambda: kept.append(weights(scores, dim, temperature)))
    if temperature <= 0:
        raise ValueError
    thread.start()
    thread.join()
    return kept[0]


def weights(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    powers = (scores / temperature - (scores / temperature).amax(dim, keepdim=True)).exp()
    return powers / powers.sum(dim, keepdim=True)
