import { seededRandom } from "#tests/support/seeded-random.ts";

/**
 * Texts that are made to keep a parser busy, for the timing fuzzer and its regression tests. Each grammar gives a text of about the
 * size that is asked for, in characters.
 */
export type Grammar = { name: string; make: (size: number) => string };

const WORDS =
  "the budget meeting plan we should send report before friday Marta review agreed open question team project next week launch customer price test design will write call decide".split(
    " ",
  );

/** Talk of ordinary words, in sentences of ten words or so. The vocabulary grows with the length, as that of real talk does. */
export function ordinaryTalk(size: number, seed = 1): string {
  const random = seededRandom(seed);
  const sentences: string[] = [];
  for (let length = 0; length < size; length += (sentences.at(-1)?.length ?? 0) + 1) {
    const count = 6 + Math.floor(random() * 9);
    const words = Array.from({ length: count }, () => {
      if (random() < 0.1) return `term${Math.floor(random() * Math.sqrt(size))}`;
      return WORDS[Math.floor(random() * WORDS.length)] ?? "";
    });
    const text = words.join(" ");
    sentences.push(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}${random() < 0.1 ? "?" : "."}`);
  }
  return sentences.join(" ");
}

const repeated = (name: string, piece: string, end = ""): Grammar => ({
  name,
  make: (size) => piece.repeat(Math.max(1, Math.ceil(size / piece.length))) + end,
});

/** Hostile lines: delimiters without an end, pairs that never close, digits and marks only, and what single patterns look for. */
export const HOSTILE_TEXTS: readonly Grammar[] = [
  repeated("digits with ends of sentences", "1! 2? "),
  repeated("ends of sentences", ". "),
  repeated("dots", "."),
  repeated("marks without spaces", "1!2?"),
  repeated("spaces", " ", "x"),
  repeated("line breaks", "\n"),
  repeated("commas and spaces", ", "),
  repeated("commas", ",", "x"),
  repeated("one word", "no "),
  repeated("one letter", "a "),
  repeated("a word without end", "a"),
  repeated("capitals without end", "A"),
  repeated("capital words", "Aa "),
  repeated("capital words with hyphens", "Aa-", " will send"),
  repeated("names", "Marta Ruiz, and "),
  repeated("abbreviations", "Dr. "),
  repeated("single capitals with dots", "A. "),
  repeated("half words", "wh whe "),
  repeated("stutter with hyphens", "a- "),
  repeated("words twice", "in the in the "),
  repeated("apostrophes", "'"),
  repeated("words with apostrophes", "l'a "),
  repeated("quotes", '"'),
  repeated("escaped quotes", '\\"'),
  repeated("open angles", "<"),
  repeated("open tags", "<a "),
  repeated("open voice tags", "<v "),
  repeated("voice tags", "<v a>b "),
  repeated("voice tags with classes", "<v.a.b"),
  repeated("open blocks", "<style "),
  repeated("closed tags", "</a>b "),
  repeated("open braces", "{"),
  repeated("overrides", "{\\"),
  repeated("open brackets", "["),
  repeated("links", "[a]("),
  repeated("image links", "![](a) "),
  repeated("open parentheses", "("),
  repeated("stars", "*"),
  repeated("dashes", "- "),
  repeated("entities", "&amp;"),
  repeated("open entities", "&am"),
  repeated("colons", "A: "),
  repeated("colons without a space", "a:"),
  repeated("digits", "1"),
  repeated("groups of digits", "1.000"),
  repeated("digits and spaces", "1 000 "),
  repeated("words of numbers", "hundred thousand "),
  repeated("promises", "I will I will "),
  repeated("adverbs of a promise", "I will also then just "),
  repeated("clitics", "je te vous leur "),
  repeated("subordinates", "send a b c d e f g h "),
  repeated("deadlines", "by the end of "),
  repeated("negations", "not no never "),
  repeated("joined pieces", "a@b.c/"),
  repeated("dotted joins", "a."),
  repeated("clocks", "00:00:01.000 "),
  repeated("arrows", "--> "),
  repeated("combining accents", "e\u0301\u0301\u0301 "),
  repeated("letters that fold longer", "\ufdfa "),
  repeated("characters beyond the first plane", "\u{1f600}"),
  repeated("lone surrogates", "\ud800"),
  repeated("direction marks", "\u200f"),
  repeated("words without spaces of another script", "会議"),
  repeated("other ends of sentences", "会。"),
  repeated("notes", "♪ "),
  { name: "words that are all different", make: (size) => counted(size, (index) => `w${index.toString(36)} `) },
  {
    name: "sentences that are all different",
    make: (size) => counted(size, (index) => `Send ${index.toString(36)}. `),
  },
  { name: "nested quotes", make: (size) => `${"“".repeat(size / 2)}a${"”".repeat(size / 2)}` },
  { name: "nested brackets", make: (size) => `${"[".repeat(size / 2)}a${"]".repeat(size / 2)}` },
];

function counted(size: number, piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let length = 0; length < size; length += pieces.at(-1)?.length ?? 1) pieces.push(piece(pieces.length));
  return pieces.join("");
}

/** Random mixtures of the pieces of all grammars: what nobody thought of. */
export function randomGrammar(seed: number): Grammar {
  const random = seededRandom(seed);
  const pick = () => {
    const grammar = HOSTILE_TEXTS[Math.floor(random() * HOSTILE_TEXTS.length)];
    return grammar === undefined
      ? ""
      : grammar.make(1 + Math.floor(random() * 12)).slice(0, 1 + Math.floor(random() * 12));
  };
  const piece = Array.from({ length: 1 + Math.floor(random() * 4) }, pick).join("");
  return repeated(`random ${seed}: ${JSON.stringify(piece)}`, piece === "" ? "x" : piece, random() < 0.5 ? "" : pick());
}

/** A subtitle file that holds the text in cues of so many characters, one after the other, each with `head` before it. */
export function inCues(text: string, cueChars: number, head = ""): string {
  const cues: string[] = ["WEBVTT\n"];
  for (let at = 0, index = 0; at < text.length; at += cueChars, index += 1) {
    const body = text.slice(at, at + cueChars).replaceAll("\n", " ");
    cues.push(`${clock(index * 1000)} --> ${clock(index * 1000 + 400)}\n${head}${body}\n`);
  }
  return cues.join("\n");
}

function clock(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, "0")}`;
}
