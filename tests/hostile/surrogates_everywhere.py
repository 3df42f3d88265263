# expect: error; earned 0
# way: Uses lone surrogates in names, texts and prints, which no file can hold.
# section: the TA and the platform
# stopped by: report
print("\ud800 printed")
Odd = type("Odd\udfff", (Exception,), {})


def softmax(scores, dim=-1, temperature=1.0):
    print("\udc80")
    raise Odd("\ud800\udc00\ud800")
