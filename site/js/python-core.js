// Python made ready: the course's own scorer and the runner of programs. Used by the page's worker and by the tests.

/**
 * Loads the modules into a Pyodide and returns { score, run }.
 * `fetchText(name)` gives a file of the site; `modules` lists the .py files, `banks` the weeks with a question bank.
 */
export async function prepare(pyodide, fetchText, { modules, banks }) {
  const root = "/site";
  const texts = await Promise.all(modules.map((name) => fetchText(`python/${name}`)));
  modules.forEach((name, at) => {
    const path = `${root}/${name}`;
    pyodide.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    pyodide.FS.writeFile(path, texts[at]);
  });
  pyodide.runPython(`import sys; sys.path.insert(0, "${root}")`);
  const bridge = pyodide.pyimport("bridge");
  const read = new Set();
  return {
    async score({ week, question, answer, student }) {
      if (!banks.includes(week)) throw new Error(`There is no bank for ${week}.`);
      if (!read.has(week)) bridge.add_bank(week, await fetchText(`banks/${week}.toml`));
      read.add(week);
      return JSON.parse(bridge.scored(week, question, answer, student));
    },
    async run({ source, expected }) {
      return JSON.parse(bridge.ran(source, expected));
    },
  };
}
