// What a learner reads after an answer: a sign and a word, the reasons, and where the scorer can't tell, their own mark.

const SIGNS = {
  credited: ["good", "✓ Right"],
  "not yet": ["open", "✗ Not yet"],
  unsure: ["ours", "? I can't tell"],
  unreadable: ["ours", "! Not read"],
};

export function element(tag, text = "", attributes = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

export function points(count) {
  return `${count} ${count === 1 ? "point" : "points"}`;
}

/** The verdict and its reasons, as elements. */
export function verdict(shown) {
  const [kind, word] = SIGNS[shown.outcome];
  const line = element("p", "", { class: `verdict ${kind}` });
  line.append(element("b", word), ` · ${summary(shown)}`);
  return [line, ...reasons(shown, !needsOwnMark(shown))];
}

function summary({ outcome, points: got, max_points: most, message, misconceptions }) {
  if (outcome === "unsure" || outcome === "unreadable") return message.replace(/^I can't tell: /, "");
  const said = misconceptions.length ? "" : message;
  return `${got} of ${points(most)}. ${said}`.trim();
}

/** What was misunderstood, and the key points unless they follow as a list to tick. */
function reasons({ found, missing, misconceptions }, withPoints) {
  const made = misconceptions.map(({ quote, feedback }) => {
    const line = element("p");
    line.append(element("b", "! "), "You wrote ", element("q", quote), `. ${feedback}`);
    return line;
  });
  if (!withPoints || !(found.length || missing.length)) return made;
  const list = element("ul", "", { class: "points" });
  list.append(...found.map(foundPoint), ...missing.map(({ says }) => element("li", `– not found: ${says}`)));
  return [...made, list];
}

function foundPoint({ says, quote }) {
  const line = element("li", `+ found: ${says} `);
  line.append(element("q", quote));
  return line;
}

/** Whether the learner marks the answer: the scorer can't tell, or may have missed a key point in other words. */
export function needsOwnMark({ outcome, counts, points: got }) {
  return outcome === "unsure" || (!counts && outcome === "not yet" && got > 0);
}

/** A list of key points to tick; `keep(points)` is called with what they are worth together. */
export function ownMark(shown, keep) {
  const form = element("form");
  const list = element("fieldset", "", { class: "points" });
  list.append(element("legend", "Which of the key points did you say, in your own words?"));
  const boxes = [...shown.found, ...shown.missing].map(({ says, worth, quote }) => {
    const label = element("label");
    const box = element("input", "", { type: "checkbox" });
    Object.assign(box, { checked: Boolean(quote), value: worth });
    label.append(box, quote ? `${says} (found: “${quote}”)` : says);
    list.append(label);
    return box;
  });
  form.append(list, element("button", "Keep my mark", { class: "main" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const worth = boxes.filter((box) => box.checked).reduce((sum, box) => sum + Number(box.value), 0);
    keep(Math.min(shown.max_points, worth));
  });
  return form;
}

/** A score for the time without Python: the learner compares with the standard answer. */
export function withoutPython(question, most, reason) {
  const point = { id: "same", says: "my answer says the same as the standard answer below", worth: most, quote: "" };
  const message = `${reason} Until then, mark yourself against the standard answer.`;
  return {
    question,
    outcome: "unsure",
    points: 0,
    max_points: most,
    counts: false,
    message,
    found: [],
    missing: [point],
    misconceptions: [],
  };
}
