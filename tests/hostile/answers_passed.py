# expect: crashed; earned 0
# way: Answers every call with the status passed and ten points.
# section: ending the run
# stopped by: wire
import sys

worker, wire = sys.modules["autograder.worker.runtime"], sys.modules["autograder.worker.wire"]


def reply(self, head, result):
    won = {"status": "passed", "outcome": "passed", "earned": 10, "points": 10, "number": self.call_number}
    return wire.encode(won, None)


worker.Runtime._reply = reply


def softmax(scores, dim=-1, temperature=1.0):
    return scores * 0
