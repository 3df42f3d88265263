"""Make data/feedback.json: what customers of CloudWave, an invented company, wrote about its product.

    python data/make_feedback.py               the committed part, 12,000 rows
    python data/make_feedback.py --rows all    all 49,000; the committed part is their beginning
    python data/make_feedback.py --check       is the file on disk, byte for byte, what this script makes?
    python data/make_feedback.py --describe    the figures in data/README.md

Two in five rows are twins: two texts whose first 32 characters are the same ones in another order, "fast, not slow:
the export" and "slow, not fast: the export". One of them is praise. Who ignores the order can only guess.

The bytes are the same on every Python from 3.11 on: the only source of chance is `random.Random(SEED).random()`, the
one method whose sequence for an integer seed Python promises to keep (library reference, random, "Notes on
Reproducibility").
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

FILE = Path(__file__).resolve().parent / "feedback.json"
SEED = 20
COMMITTED, ALL = 12_000, 49_000
SEEN = 32  # how many characters the model of week 20 reads
FIRST_DAY, ROWS_A_DAY = date(2024, 1, 1), 67

SIGNALS = {"praise": ("love", "dashboard", "fast"), "support-billing": ("billing", "broken", "invoice", "twice")}
"""Words that settle the category, unless a word of CONTRASTS stands in the same text."""

CONTRASTS = frozenset(
    ["not", "no", "never", "nothing", "cannot", "was", "were", "but", "than", "instead", "from", "hardly"]
)

TWIN_SHARE = 0.25  # of the draws; a draw of twins gives two rows, so two in five rows
PLAIN_SHARES = {  # of the other draws
    "support-billing": 0.28,
    "bug": 0.22,
    "feature-request": 0.18,
    "praise": 0.17,
    "how-to": 0.08,
    "cancellation": 0.04,
    "performance": 0.03,
}
TWIN_SHARES = {"performance": 0.38, "bug": 0.32, "support-billing": 0.18, "feature-request": 0.06, "cancellation": 0.06}
"""The category of the twin that is not praise."""

GRAMMAR = {  # {name} stands for one of the texts under that name
    # What a twin is made of: {good} and {bad} change places, everything else stays. Most twins of praise name the
    # good thing first. Where a text tells of a change, it is the other way round: "was slow, now fast".
    "twin": "{level} | {level} | {level} | {level} | {level} | {level} | {level} | {level} | {late} | {turn}",
    "level": "{good}, not {bad}: {thing} | {good} instead of {bad}: {thing} | {good} and never {bad}: {thing}"
    " | {good} now, was {bad}: {thing} | {good}, no longer {bad}: {thing} | {good} and not {bad}! {thing}",
    "late": "{thing} {good}, not {bad} | {thing} is {good}, not {bad} | so {good}, never {bad}: {thing}",
    "turn": "was {bad}, now {good}: {thing} | not {bad} but {good}: {thing} | from {bad} to {good}: {thing}",
    "good performance": "fast | fast | fast | rapid",
    "bad performance": "slow | slow | slow | sluggish",
    "good bug": "great | neat | clear | easy | ready",
    "bad bug": "wrong | buggy | clumsy | down | stuck",
    "good support-billing": "clear | fair | great",
    "bad support-billing": "broken | wrong | bogus",
    "twin feature-request": "{good} it, do not {bad} it: {thing} | {good} and never {bad} {thing}"
    " | {good} it! not {bad} it! {thing}",
    "good feature-request": "keep | leave",
    "bad feature-request": "redo | undo | rework | rebuild",
    "twin cancellation": "{good} it, not {bad} it: {thing} | {good} and never {bad} {thing}"
    " | {good}, do not {bad}: {thing}",
    "good cancellation": "keep | extend",
    "bad cancellation": "drop | dump | quit",
    # What all the others are made of.
    "praise": "{nice} | {nice} | {nice} | {nice} | {nice} | {nice} | {fine} | {calm}",
    "nice": "{love} {the} {pride}{bang} | {love} how fast {thing} is{bang} | {warm}, {the} {pride}{bang}"
    " | {warm} {thing}, {thanks}{bang} | {warm} {pride}{bang} {thanks} | {thanks} for {the} {pride}{bang}"
    " | {warm} {pride} and {thing}{bang} | {warm} and helpful: {thing}{bang}",
    "bang": "! | ! | !! | !!! | . | ",
    "fine": "{thing} makes {whom} happy | {thing} saves {whom} {n} hours a week | {who} like {thing} a lot"
    " | best {thing} in {n} years | {thing} pleases {whom}",
    "calm": "never had trouble with {thing} | nothing to complain about {thing} | not one hiccup with {thing}"
    " | could not work without {thing} | no more worries, {thing} is {warm}",
    "support-billing": "{charge} | {charge} | {paper} | {paper} | {query}",
    "charge": "charged twice for {thing} | billed twice in {month} | paid {n} € twice"
    " | you took {n} € twice for {thing} | {n} seats billed twice | {who} paid twice for {month}"
    " | twice {n} € for {thing}",
    "paper": "invoice {n} is {off} | the {month} invoice is {off} | broken invoice for {thing}"
    " | {thing} on invoice {n}? | billing shows {n} seats too many | billing page broken since {month}"
    " | the invoice of {month} lacks {thing}",
    "query": "refund for {month}, please | card declined, billing {n} | vat missing on invoice {n}"
    " | billing: no refund for {month} | need a receipt for {n} € | cannot open invoice {n}",
    "bug": "{crash} | {crash} | {crash} | {silence}",
    "crash": "{thing} crashes {when} | {thing} hangs {when} | error {n} in {thing} | {thing} shows error {n} {when}"
    " | {thing} lost {n} rows | blank page in {thing} {when} | {who} see error {n} in {thing}"
    " | crash in {thing} {when}",
    "silence": "{thing} does not load {when} | cannot open {thing} {when} | nothing happens in {thing} {when}"
    " | {thing} never ends {when} | no data in {thing} {when} | do not love it: error {n} in {thing}"
    " | {thing} is hardly usable {when}",
    "feature-request": "{wish} {feature} | {wish} {feature} for {thing} | {wish} {feature} in {thing}"
    " | {feature} in {thing}, please | there is no {feature} in {thing} | {who} need {feature} in {thing}",
    "wish": "please add | could you add | we want | missing: | it would help to have | when will there be | wish for",
    "how-to": "how do {who} {act} {thing}? | where can {who} {act} {thing}? | is there a guide to {act} {thing}?"
    " | can {who} {act} {thing} in {month}? | question: how to {act} {thing}? | cannot find how to {act} {thing}",
    "cancellation": "we cancel in {month}, {thing} | please close our account in {month}"
    " | {who} leave at the end of {month} | no renewal in {month}, {n} seats | not worth {n} € a month"
    " | moving to a rival in {month} over {thing} | cancel {n} seats in {month}",
    "performance": "{thing} takes {n} seconds | {thing} times out {when} | {n} seconds to open {thing}"
    " | {thing} is not fast {when} | it takes ages to open {thing} {when} | waited {n} minutes for {thing}",
    # Words.
    "love": "love | we love | i love | really love | just love | {who} love",
    "the": "the | the new | your | this",
    "pride": "dashboard | dashboard | dashboard | home page | weekly digest | start page",
    "warm": "great | lovely | fast | clear | neat | excellent | a treat | really great | very fast | easy",
    "thanks": "thanks | thank you | well done | great work | merci, équipe",
    "thing": "the export | the sync | search | the report | the chart | the app | the api | the editor | the inbox"
    " | csv upload | the filter | the calendar | audit log | login page | the map view | the alert | team page"
    " | the tag | the import | backup | web hook | the archive | pdf report | role editor | the table | sharing"
    " | comment box | the résumé view | sso login | the sandbox | the quota | the timeline | the form"
    " | the help centre | template",
    "thing support-billing": "billing | the invoice | the refund | checkout | the receipt | billing page | our invoice"
    " | the may invoice | vat line | payment | credit note | the price | your invoice | the bill | the total"
    " | billing help | invoice mail | the june invoice | seat price",
    "off": "wrong | broken | off by {n} € | missing | broken again | {n} € too high | late | in the wrong currency",
    "when": "on save | at night | on monday | after login | since {month} | on my phone | every time"
    " | after {n} clicks | in safari | with {n} rows",
    "feature": "dark mode | bulk edit | undo | a search bar | an api key | shortcuts | column sorting | time zones"
    " | two-factor login | an offline mode | labels | custom fields | an rss feed | comments | a read-only role",
    "act": "set up | share | rename | move | delete | restore | copy | print | lock | invite people to | filter"
    " | reset",
    "who": "i | we | my team | our clients | sales | the new hires | our admins | the interns | both offices",
    "whom": "me | us | my team | our clients | sales | the new hires | our admins | the interns | both offices",
    "month": "january | february | march | april | may | june | july | august | october | december",
    "n": "2 | 3 | 4 | 7 | 9 | 12 | 15 | 19 | 24 | 30 | 38 | 45 | 60 | 72 | 99 | 120 | 250 | 404 | 500 | 811 | 1042",
    # What may follow; it says nothing about the category.
    "end": " | . | ! | . {more}. | . {more}. {also}. | , {aside} | ... {aside}. {more}.",
    "more": "we use it every day | {n} of us work with it | this is about the {month} release | on the team plan"
    " | i write from the {month} training | see also my mail of {month} | tested on two laptops | we are {n} people",
    "also": "our account has {n} seats | happy to show it in a call | regards from accounting | sent from my phone",
    "aside": "as i told {whom} in {month} | by the way | just so you know | speaking for {whom} | seen on {n} screens",
    "customer": "{tree} {trade}",
    "tree": "Alder | Birch | Cedar | Elm | Fir | Hazel | Juniper | Larch | Linden | Maple | Oak | Poplar | Rowan"
    " | Willow",
    "trade": "Bakery | Books | Clinics | Dairy | Films | Foods | Freight | Labs | Legal | Optics | Paper | Tools"
    " | Travel",
}


def rows(chance: random.Random) -> Iterator[dict[str, str | int]]:
    """All rows, in the order of their ids, without end: no two share their first 32 characters.

    >>> [row["id"] for row in islice(rows(random.Random(SEED)), 3)]
    [1, 2, 3]
    """
    keys: set[str] = set()
    number = 0
    while True:
        drawn = draw_twins(chance) if chance.random() < TWIN_SHARE else draw_plain(chance)
        drawn = [(category, dress(chance, text)) for category, text in drawn]
        if keys.isdisjoint(seen(text) for _, text in drawn):
            keys.update(seen(text) for _, text in drawn)
            for category, text in drawn:
                number += 1
                yield row(chance, number, category, text)


def row(chance: random.Random, number: int, category: str, text: str) -> dict[str, str | int]:
    """One row; customer and day have nothing to do with the category."""
    day = FIRST_DAY + timedelta(days=(number - 1) // ROWS_A_DAY)
    customer = write(chance, "{customer}")
    return {"id": number, "customer": customer, "date": day.isoformat(), "category": category, "feedback_text": text}


def draw_plain(chance: random.Random) -> list[tuple[str, str]]:
    """A list of one pair of category and text."""
    category = weighted(chance, PLAIN_SHARES)
    text, end = misspell(chance, write(chance, f"{{{category}}}")), write(chance, "{end}")
    return [(category, text + (end.lstrip(".,!") if text[-1] in "?!." else end))]


def draw_twins(chance: random.Random) -> list[tuple[str, str]]:
    """Two pairs of category and text, the first of them praise; the same 32 characters in another order."""
    while True:
        category = weighted(chance, TWIN_SHARES)
        good, bad = (write(chance, f"{{{kind} {category}}}") for kind in ("good", "bad"))
        pattern = pick(chance, f"twin {category}" if f"twin {category}" in GRAMMAR else "twin")
        while pattern[1:-1] in GRAMMAR:
            pattern = pick(chance, pattern[1:-1])
        thing = misspell(chance, write(chance, f"{{thing {category}}}" if category == "support-billing" else "{thing}"))
        pattern += write(chance, "{end}")
        praise, other = (pattern.format(good=a, bad=b, thing=thing) for a, b in ((good, bad), (bad, good)))
        if sorted(praise[:SEEN]) == sorted(other[:SEEN]):
            return [("praise", praise), (category, other)]


def write(chance: random.Random, text: str) -> str:
    """The text, each {name} in it replaced by one of the texts that GRAMMAR has under that name."""
    while found := re.search(r"\{([^}]+)\}", text):
        text = text[: found.start()] + pick(chance, found[1]) + text[found.end() :]
    return text


def pick(chance: random.Random, name: str) -> str:
    """One of the texts under that name, each as likely as the others."""
    texts = GRAMMAR[name].split(" | ")
    return texts[int(chance.random() * len(texts))]


def weighted(chance: random.Random, shares: dict[str, float]) -> str:
    """One of the keys, as often as its share says."""
    point = chance.random()
    for name, share in shares.items():
        point -= share
        if point < 0:
            return name
    return name


def misspell(chance: random.Random, text: str) -> str:
    """The text, in one case of eight with a slip in one of its longer words: swapped, dropped or doubled letters.

    A slip never touches a word of CONTRASTS, and it never touches a word's first letter.
    """
    words = text.split(" ")
    index = int(chance.random() * len(words))
    place = 1 + int(chance.random() * 3)
    kind = int(chance.random() * 24)
    word = words[index]
    if kind < 3 and word.isalpha() and len(word) >= 5 and word not in CONTRASTS:
        middle = (word[place + 1] + word[place], word[place + 1], word[place] + word[place] + word[place + 1])[kind]
        words[index] = word[:place] + middle + word[place + 2 :]
    return " ".join(words)


def dress(chance: random.Random, text: str) -> str:
    """As people type: a capital in front, none at all, or CAPITALS."""
    point = chance.random()
    return text[0].upper() + text[1:] if point < 0.6 else text if point < 0.96 else text.upper()


def seen(text: str) -> str:
    """What the model of week 20 can see: lower case, 32 characters, all beyond 126 alike."""
    return "".join(chr(min(ord(character), 126)) for character in text.lower()[:SEEN])


def contents(number: int) -> bytes:
    """The file: a line of JSON for each row, UTF-8."""
    made = islice(rows(random.Random(SEED)), number)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in made).encode("utf-8")


def describe(data: bytes) -> str:
    """The figures of a data card, a line each."""
    table = [json.loads(line) for line in data.splitlines()]
    texts = [row["feedback_text"].lower() for row in table]
    lengths = sorted(map(len, texts))
    days = [row["date"] for row in table]
    lines = [
        f"rows                     {len(table):,} in {len(data):,} bytes, {min(days)} to {max(days)}",
        f"customers                {len({row['customer'] for row in table})}",
        f"length of a text         {lengths[0]} to {lengths[-1]} characters, median {statistics.median(lengths):.0f};"
        f" {share(sum(length <= SEEN for length in lengths), len(lengths))} have {SEEN} at most",
        f"different texts          {len(set(texts)):,} in lower case",
        f"different beginnings     {len(set(map(seen, texts))):,} of {SEEN} characters, as encode sees them",
        f"rows with a twin         {share(len(twins(table)), len(table))}",
        f"rows with a contrast     {share(sum(bool(CONTRASTS & words(text)) for text in texts), len(texts))}",
    ]
    categories = Counter(row["category"] for row in table).most_common()
    lines += [f"{category:<24} {share(number, len(table))}" for category, number in categories]
    return "\n".join(lines + [signal(table, category, word) for category in SIGNALS for word in SIGNALS[category]])


def twins(table: list[dict]) -> list[dict]:
    """The rows whose first 32 characters stand in another order in a row of another category."""
    letters = ["".join(sorted(seen(row["feedback_text"]))) for row in table]
    categories: dict[str, set[str]] = {}
    for key, row in zip(letters, table, strict=True):
        categories.setdefault(key, set()).add(row["category"])
    return [row for key, row in zip(letters, table, strict=True) if len(categories[key]) > 1]


def signal(table: list[dict], category: str, word: str) -> str:
    """How well one word tells the category, with and without a word of contrast beside it."""
    having = [row for row in table if word in words(row["feedback_text"])]
    plain = [row for row in having if not CONTRASTS & words(row["feedback_text"])]
    right, plainly = (sum(row["category"] == category for row in some) for some in (having, plain))
    name = f'"{word}"'
    always = f"{plainly} of the {len(plain)} without a contrast"
    return f"{name:<24} {len(having)} rows, {share(right, len(having))} {category}; {always}"


def words(text: str) -> set[str]:
    """The words of a text, in lower case."""
    return set(re.findall(r"\w+", text.lower()))


def share(part: int, whole: int) -> str:
    """The part in per cent."""
    return f"{part / whole:.1%}" if whole else "none"


def count(text: str) -> int:
    """A number of rows from 1 to ALL."""
    number = ALL if text == "all" else int(text)
    if not 1 <= number <= ALL:
        raise argparse.ArgumentTypeError(f"{number} is no number of rows from 1 to {ALL}")
    return number


def main() -> int:
    parser = argparse.ArgumentParser(description="Make data/feedback.json.")
    parser.add_argument("--rows", type=count, default=COMMITTED, help="how many rows, or all")
    parser.add_argument("--check", action="store_true", help="only compare the file with what would be written")
    parser.add_argument("--describe", action="store_true", help="only print the figures")
    options = parser.parse_args()
    data = contents(options.rows)
    if options.describe:
        print(describe(data))
    elif options.check:
        return check(data)
    else:
        FILE.write_bytes(data)
        print(f"wrote {FILE}: {options.rows:,} rows, {len(data):,} bytes")
    return 0


def check(data: bytes) -> int:
    """0 if the file on disk holds exactly these bytes; otherwise 1 and a sentence."""
    if FILE.is_file() and FILE.read_bytes() == data:
        print(f"{FILE} is as it should be.")
        return 0
    print(f"{FILE} is {'stale' if FILE.is_file() else 'missing'}: run `python data/make_feedback.py`.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
