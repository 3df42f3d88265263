// Progress kept in the browser; a full or forbidden storage costs a sentence, never an answer.
import { after, merged, readCards, today, writeCards } from "./cards.js";

const KEY = "attention-workbook/quiz-progress";

export class Progress {
  /** `storage()` gives the browser's store and may throw; `say(sentence)` tells the learner. */
  constructor(storage, say) {
    this.storage = storage;
    this.say = say;
    this.unsaved = {};
    this.cards = this.#read();
  }

  /** Notes an answer given on top of `before`; what another tab has kept meanwhile stays. */
  record(key, right, before = this.cards[key]) {
    this.#put({ [key]: after(before, right, today()) });
    return this.cards[key];
  }

  /** Takes a file's cards in; throws an Error if it cannot be read. */
  load(text) {
    const theirs = readCards(text);
    this.cards = this.#now();
    this.#put(merged(this.cards, theirs));
    return Object.keys(theirs).length;
  }

  text() {
    return writeCards(this.#now());
  }

  forget() {
    this.cards = this.unsaved = {};
    this.#write();
  }

  #now() {
    return { ...this.#read(), ...this.unsaved };
  }

  #put(cards) {
    this.cards = { ...this.#now(), ...cards };
    this.unsaved = this.#write() ? {} : { ...this.unsaved, ...cards };
  }

  #read() {
    let text = null;
    try {
      text = this.storage().getItem(KEY);
    } catch {
      this.say("This browser keeps nothing for this page: your progress lasts until you close it. Save it as a file.");
    }
    try {
      return text === null ? {} : readCards(text);
    } catch (error) {
      return this.#damaged(text, error);
    }
  }

  /** Puts what cannot be read aside, and starts anew. */
  #damaged(text, error) {
    try {
      this.storage().setItem(`${KEY}.damaged`, text);
      this.storage().removeItem(KEY);
    } catch {
      // it stays where it is
    }
    this.say(
      `The progress kept in this browser could not be read (${error.message}). It was put aside; yours starts anew.`,
    );
    return {};
  }

  #write() {
    try {
      this.storage().setItem(KEY, writeCards(this.cards));
      return true;
    } catch {
      this.say(
        "This browser has no room for your progress, or does not allow it: save it as a file before you close the page.",
      );
      return false;
    }
  }
}
