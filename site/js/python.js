// Python for the page: started on the first question to it, ended when a program runs too long.

export const SECONDS = 5;
export const STARTING = "Starting Python. The first time 13 MB are loaded; then it takes about five seconds.";

export class Python {
  #worker = null;
  #ready = null;
  #refuse = null; // ends the wait for a start
  #waiting = new Map();
  #count = 0;

  /** Whether it can be asked at once. */
  started = false;

  /** Resolves once Python can be asked; rejects with a sentence, and may be tried again. */
  start() {
    this.#ready ??= new Promise((resolve, reject) => {
      this.#refuse = reject;
      this.#worker = new Worker(new URL("./python-worker.js", import.meta.url), { type: "module" });
      this.#worker.onmessage = ({ data }) => {
        if (data.ready) resolve((this.started = true));
        else if (data.failed) this.#gone(data.failed);
        else this.#settle(data);
      };
      this.#worker.onerror = (event) => this.#gone(event.message || "its worker did not start");
    });
    return this.#ready;
  }

  score(given) {
    return this.#ask("score", given);
  }

  /** Runs a program; one that takes more than SECONDS is stopped, and and the sentence says so. */
  run(given) {
    return this.#ask("run", given, SECONDS);
  }

  /** Ends Python and all that runs in it; the next question starts it anew. */
  stop(why = "Stopped.") {
    this.#worker?.terminate();
    this.#worker = this.#ready = null;
    this.started = false;
    this.#refuse?.(new Error(why));
    this.#refuse = null;
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }

  async #ask(verb, given, seconds) {
    await this.start();
    const id = ++this.#count;
    const late =
      seconds &&
      setTimeout(() => this.stop(`Stopped after ${seconds} seconds: does a loop have no end?`), 1000 * seconds);
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        this.#worker.postMessage({ id, verb, given });
      });
    } finally {
      clearTimeout(late);
    }
  }

  #settle({ id, result, error }) {
    const { resolve, reject } = this.#waiting.get(id) ?? {};
    this.#waiting.delete(id);
    if (error) reject?.(new Error(error));
    else resolve?.(result);
  }

  #gone(reason) {
    this.#refuse?.(new Error(`Python could not be loaded (${reason}). Is there a network?`));
    this.#refuse = null;
    this.stop(`Python ended (${reason}).`);
  }
}
