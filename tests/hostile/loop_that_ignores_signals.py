# expect: timeout; earned 0; says "never ends"
# way: Ignores every signal and every exception in an endless loop.
# section: ending the run
# stopped by: process boundary
import contextlib
import signal

for number in range(1, 65):
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_IGN)


def softmax(scores, dim=-1, temperature=1.0):
    if temperature <= 0:
        raise ValueError
    while True:
        with contextlib.suppress(BaseException):
            while True:
                pass
