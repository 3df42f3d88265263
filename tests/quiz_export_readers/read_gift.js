// Reads GIFT from the standard input with gift-pegjs and writes what it found as JSON.
const { parse } = require("gift-pegjs");

const text = require("fs").readFileSync(0, "utf8");
process.stdout.write(JSON.stringify(parse(text)));
