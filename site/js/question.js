// One question of the page: its fields, its draw of numbers and order, and what came of an answer.
import { comesBack } from "./cards.js";
import { STARTING } from "./python.js";
import { element, needsOwnMark, ownMark, points, verdict, withoutPython } from "./verdict.js";

export class Question {
  constructor(article, { python, progress, changed }) {
    Object.assign(this, { article, python, progress, changed });
    this.key = article.dataset.key;
    this.most = Number(article.dataset.points);
    this.orders = JSON.parse(article.dataset.orders ?? "null");
    this.draws = Number(article.parentElement.dataset.draws);
    this.form = article.querySelector("form");
    this.result = article.querySelector(".result");
    this.standard = article.querySelector(".standard");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.check();
    });
    for (const item of this.form.querySelectorAll(".ordered li"))
      item.append(this.#arrow(item, "up"), this.#arrow(item, "down"));
    this.ask();
  }

  get week() {
    return this.key.split("/")[0];
  }

  get id() {
    return this.key.split("/")[1];
  }

  get tries() {
    return this.progress.cards[this.key]?.tries ?? 0;
  }

  /** Asks anew: other numbers, another order, empty fields. */
  ask() {
    this.draw = this.tries % this.draws;
    for (const part of this.article.querySelectorAll("[data-draw]"))
      part.hidden = Number(part.dataset.draw) !== this.draw;
    const list = this.form.querySelector(".choices");
    for (const place of this.orders?.[this.draw] ?? []) list.append(list.querySelector(`[data-place="${place}"]`));
    this.form.reset();
    this.score = null;
    this.#lock(false);
    this.result.replaceChildren();
    this.standard.classList.remove("answered");
    this.standard.open = false;
  }

  /** The answer as the scorer takes it; "" where there is none. */
  answer() {
    const chosen = [...this.form.querySelectorAll("input:checked")].map((input) => input.value);
    if (this.article.dataset.kind === "order")
      return [...this.form.querySelectorAll("[data-id]")].map((item) => item.dataset.id).join(", ");
    return this.form.querySelector("textarea, [type=text]")?.value ?? chosen.join(", ");
  }

  async check() {
    const answer = this.answer();
    if (this.busy) return;
    if (!answer.trim())
      return this.result.replaceChildren(
        element("p", "There is no answer yet. Write or choose one; a guess is better than none."),
      );
    this.busy = true;
    const had = this.form.contains(document.activeElement);
    this.#lock(true); // what is typed while Python starts would not be scored
    if (!this.python.started) this.result.replaceChildren(element("p", STARTING, { class: "quiet" }));
    try {
      this.show(await this.#score(answer), had);
    } finally {
      this.busy = false;
    }
  }

  /** The score; without Python the learner is the scorer. */
  async #score(answer) {
    const given = { week: this.week, question: this.id, answer, student: `practice ${this.draw}` };
    try {
      return (await this.python.score(given)).shown;
    } catch (error) {
      return withoutPython(this.id, this.most, error.message);
    }
  }

  /** What came of the answer; `had` says whether the keyboard was at this question. */
  show(shown, had) {
    this.result.replaceChildren(...verdict(shown));
    if (shown.outcome === "unreadable") return this.#tryAgain(had);
    this.score = shown.counts ? { got: shown.points, most: shown.max_points } : null;
    this.before = this.progress.cards[this.key] ?? null;
    const card = this.progress.record(this.key, shown.points === shown.max_points, this.before);
    const end = element("div");
    end.append(...(needsOwnMark(shown) ? [this.#ownMark(shown, end)] : this.#end(card)));
    this.result.append(end);
    if (had) this.#goToVerdict(); // the button that was pressed cannot hold the focus any more
    this.standard.classList.add("answered");
    this.standard.open = true;
    this.changed();
  }

  #ownMark(shown, place) {
    return ownMark(shown, (got) => {
      const card = this.progress.record(this.key, got === shown.max_points, this.before);
      place.replaceChildren(
        element("p", `Marked by yourself: ${got} of ${points(shown.max_points)}.`),
        ...this.#end(card),
      );
      place.querySelector("button").focus();
      this.changed();
    });
  }

  #end(card) {
    const again = element("button", "Ask me again", { type: "button" });
    again.addEventListener("click", () => {
      this.ask();
      this.form.querySelector("input, textarea, button").focus();
    });
    return [element("p", comesBack(card), { class: "quiet" }), again];
  }

  #tryAgain(had) {
    this.#lock(false);
    if (had) this.form.querySelector("input, textarea")?.focus();
  }

  #goToVerdict() {
    this.result.firstElementChild.tabIndex = -1;
    this.result.firstElementChild.focus();
  }

  #lock(locked) {
    for (const field of this.form.querySelectorAll("input, textarea, button")) field.disabled = locked;
  }

  #arrow(item, way) {
    const made = element("button", way === "up" ? "↑" : "↓", {
      type: "button",
      "aria-label": `Move ${way}: ${item.firstElementChild.textContent}`,
    });
    made.addEventListener("click", () => this.#move(item, way));
    return made;
  }

  #move(item, way) {
    const beside = way === "up" ? item.previousElementSibling : item.nextElementSibling;
    if (!beside) return;
    const pressed = document.activeElement;
    if (way === "up") beside.before(item);
    else beside.after(item);
    pressed.focus();
    const place = [...item.parentElement.children].indexOf(item) + 1;
    this.form.querySelector(".moved").textContent = `Now at place ${place}.`;
  }
}
