// The worker in which Python lives: it may run for ever, and the page can end it.
import { prepare } from "./python-core.js";

const site = new URL("../", import.meta.url);

async function fetchText(name) {
  const answer = await fetch(new URL(name, site));
  if (!answer.ok) throw new Error(`${name} could not be loaded (${answer.status}).`);
  return answer.text();
}

async function start() {
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", site));
  const pyodide = await loadPyodide({ indexURL: new URL("pyodide/", site).href });
  pyodide.setStdin({ error: true });
  return prepare(pyodide, fetchText, JSON.parse(await fetchText("python/files.json")));
}

const python = start();
python.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error.message ?? error) }),
);

addEventListener("message", async ({ data: { id, verb, given } }) => {
  try {
    postMessage({ id, result: await (await python)[verb](given) });
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error) });
  }
});
