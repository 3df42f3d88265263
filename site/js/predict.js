// "Predict, then run": six programs that can be changed.
import { Python, STARTING } from "./python.js";

const python = new Python();

class Example {
  constructor(section) {
    this.section = section;
    this.code = this.part("code");
    this.original = this.code.defaultValue;
    this.part("run").addEventListener("click", () => this.run());
    this.part("stop").addEventListener("click", () => python.stop());
    this.part("restore").addEventListener("click", () => this.restore());
  }

  part(name) {
    return this.section.querySelector(`[data-part=${name}]`);
  }

  restore() {
    this.code.value = this.original;
    this.code.focus();
  }

  async run() {
    if (this.busy) return;
    this.working(true);
    try {
      if (!python.started) this.say("ours", "…", STARTING);
      await python.start();
      this.say("ours", "…", "Running.");
      this.show(await python.run({ source: this.code.value, expected: this.part("expected").value }));
    } catch (error) {
      this.part("printed").hidden = true;
      this.say("ours", "!", error.message);
    } finally {
      this.working(false);
    }
  }

  working(busy) {
    this.busy = busy;
    this.part("run").disabled = busy;
    this.part("stop").hidden = !busy;
  }

  show({ printed, error, verdict }) {
    const output = this.part("printed");
    output.hidden = false;
    output.textContent = printed;
    if (error) this.say("open", "!", error);
    else if (!verdict) this.say("ours", "·", "You had typed no prediction. The next one first, then the run.");
    else if (!printed.trim()) this.say("open", "✗ Not as you said.", "It printed nothing.");
    else if (verdict.outcome === "credited") this.say("good", "✓ As you said.", "");
    else this.say("open", "✗ Not as you said.", verdict.message);
    this.part("why").hidden = false;
  }

  say(kind, sign, text) {
    const verdict = this.part("verdict");
    verdict.className = `verdict ${kind}`;
    const bold = document.createElement("b");
    bold.textContent = sign;
    verdict.replaceChildren(bold, ` ${text}`);
  }
}

for (const section of document.querySelectorAll(".example")) new Example(section);
