import { beginningOf } from "#app/domain/beginning-of.ts";

const BLOCKS = /<(script|style|iframe|svg|title)\b[\s\S]*?(<\/\1\s*>|$)/giu;
const TAGS = /<\/?[a-z!][^<>]*>/giu;
const OPEN_TAG = /<\/?[a-z!][^<>]*$/iu;
const LINKS = /!?\[([^\][]{0,300})\]\([^)]{0,2000}\)/gu;
const MARKS = /\*\*|__|`+|^[^\S\r\n]*(?:[-*•–]|#{1,6}|\d{1,2}[.)])\s+/gmu;
/** Control and format characters (zero width, direction overrides) can make a text look like another. */
const CONTROLS = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** Returns plain text on one line: no markup, no control characters, at most `charsMax` characters, cut at a word. */
export function cleanText(text: string, charsMax: number): string {
  // Text that is far too long is cut before the patterns run over it.
  const plain = beginningOf(text, charsMax * 20)
    .replace(BLOCKS, " ")
    .replace(TAGS, " ")
    .replace(OPEN_TAG, " ")
    .replace(LINKS, "$1")
    .replace(MARKS, "")
    .replace(CONTROLS, " ")
    .replace(/\s+/gu, " ")
    .trim();
  return plain.length <= charsMax ? plain : cutAtWord(plain, charsMax);
}

function cutAtWord(text: string, charsMax: number): string {
  const head = beginningOf(text, charsMax - 1);
  const space = head.lastIndexOf(" ");
  return `${(space > charsMax / 2 ? head.slice(0, space) : head).replace(/[\s,;:.]+$/u, "")}…`;
}
