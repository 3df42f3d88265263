# expect: crashed; earned 0; says "more than 500 threads"
# way: Takes all process numbers of the machine by threads that need hardly any memory.
# section: resources
# stopped by: process boundary
import threading

threading.stack_size(32 << 10)
never = threading.Event()
while True:
    threading.Thread(target=never.wait, daemon=True).start()
