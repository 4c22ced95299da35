import { beginningOf } from "#app/domain/beginning-of.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { SUMMARY_ITEM_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import type { Line } from "#app/domain/summary/edits/line.ts";
import { itemSentences } from "#app/domain/summary/words/item-sentences.ts";

/** A sentence that takes a smaller share of its words from a line is a new line, and a manual edit. */
const SAME_SHARE = 1 / 3;

export type ProseEdit = {
  /** The text after the person's edit. */
  text: string;
  /** The lines before the edit. */
  base: readonly Line[];
  language: MeetingLanguage;
  /** Creates a line for words that come from none of these lines. */
  newLine: (text: string) => Line;
};

/** A piece of the text that is not divided: the range of its words, and the line that most of them come from. */
type Unit = { from: number; to: number; owner: number | null };

export const proseOf = (lines: readonly Line[]): string => lines.map(({ text }) => text.trim()).join(" ");

/**
 * Divides edited running text into lines again, sentence by sentence. A line whose words did not change stays the same line; a
 * line with changed words stays that line with other words; a sentence with its own words is a new line. No word is lost and none
 * appears twice.
 */
export function proseLines({ text, base, language, newLine }: ProseEdit): Line[] {
  const words = wordsOf(text);
  const baseWords = base.map((line) => wordsOf(line.text));
  const owners = ownersOf(baseWords, words);
  const units = withMoved(joined(unitsOf(words, owners, baseWords, language)), words, baseWords);
  return units.flatMap(({ from, to, owner }): Line[] => {
    const line = owner === null ? undefined : base[owner];
    const parts = shortEnough(words.slice(from, to));
    const [first = "", ...rest] = parts;
    if (!line) return parts.map(newLine);
    const untouched = rest.length === 0 && first === wordsOf(line.text).join(" ");
    return [untouched ? line : { ...line, text: first }, ...rest.map(newLine)];
  });
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== "");
}

/** Cuts at the end of a sentence, and where two earlier lines still meet: not every line ends like a sentence. */
function unitsOf(
  words: readonly string[],
  owners: readonly (number | null)[],
  baseWords: readonly (readonly string[])[],
  language: MeetingLanguage,
): Unit[] {
  const ends = new Set<number>();
  let at = 0;
  for (const sentence of itemSentences(words.join(" "), language)) {
    at += wordsOf(sentence).length;
    ends.add(at);
  }
  let last = { owner: null as number | null, at: 0 };
  for (const [index, owner] of owners.entries()) {
    if (owner === null) continue;
    const begins = owner !== last.owner && baseWords[owner]?.[0] === words[index];
    // New words between the two lines belong to the earlier line, unless a sentence ended there.
    if (begins && last.owner !== null && !endsBetween(ends, last.at + 1, index)) ends.add(index);
    last = { owner, at: index };
  }
  ends.add(words.length);
  let from = 0;
  return [...ends]
    .sort((a, b) => a - b)
    .flatMap((to): Unit[] => {
      if (to === from) return [];
      const unit = { from, to, owner: mostOf(owners.slice(from, to)) };
      from = to;
      return [unit];
    });
}

function endsBetween(ends: ReadonlySet<number>, from: number, to: number): boolean {
  for (let at = from; at <= to; at += 1) if (ends.has(at)) return true;
  return false;
}

function mostOf(owners: readonly (number | null)[]): number | null {
  const counts = new Map<number, number>();
  for (const owner of owners) if (owner !== null) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most && most[1] >= owners.length * SAME_SHARE ? most[0] : null;
}

/** Joins the sentences of one line to one unit, with the words written between them. Each line appears once. */
function joined(units: readonly Unit[]): Unit[] {
  const result: Unit[] = [];
  const used = new Set<number>();
  for (let index = 0; index < units.length; index += 1) {
    const unit = units[index];
    if (!unit) continue;
    if (unit.owner === null || used.has(unit.owner)) {
      result.push({ ...unit, owner: null });
      continue;
    }
    used.add(unit.owner);
    const last = units.findLastIndex(({ owner }) => owner === unit.owner);
    const isOneStretch = units.slice(index, last + 1).every(({ owner }) => owner === null || owner === unit.owner);
    const end = isOneStretch ? last : index;
    result.push({ ...unit, to: units[end]?.to ?? unit.to });
    index = end;
  }
  return result;
}

/** A line that was moved to another place, word for word, is still the same line. */
function withMoved(
  units: readonly Unit[],
  words: readonly string[],
  baseWords: readonly (readonly string[])[],
): Unit[] {
  const free = new Map<string, number>();
  const used = new Set(units.map(({ owner }) => owner));
  for (const [index, line] of baseWords.entries()) if (!used.has(index)) free.set(line.join(" "), index);
  return units.map((unit) => {
    const text = words.slice(unit.from, unit.to).join(" ");
    const moved = unit.owner === null ? free.get(text) : undefined;
    if (moved === undefined) return unit;
    free.delete(text);
    return { ...unit, owner: moved };
  });
}

/** Splits words into lines: text that is too long for one line continues in the next. */
function shortEnough(words: readonly string[]): string[] {
  const parts: string[] = [];
  let part = "";
  for (const word of words.flatMap(cutWord)) {
    if (part !== "" && part.length + 1 + word.length > SUMMARY_ITEM_CHARS_MAX) {
      parts.push(part);
      part = "";
    }
    part = part === "" ? word : `${part} ${word}`;
  }
  return part === "" ? parts : [...parts, part];
}

function cutWord(word: string): string[] {
  if (word.length <= SUMMARY_ITEM_CHARS_MAX) return [word];
  const pieces: string[] = [];
  for (let rest = word; rest !== ""; ) {
    const piece = beginningOf(rest, SUMMARY_ITEM_CHARS_MAX);
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return pieces;
}

/** More pairs of words than this are not compared: what stands between the two untouched ends counts as new. */
const PAIRS_MAX = 1_000_000;

/**
 * From which line of before each word comes (its place among `lines`), or null for a new one: the longest common
 * subsequence of words, after what is equal at both ends. Linear for an edit in one place, which is what typing is.
 */
function ownersOf(lines: readonly (readonly string[])[], words: readonly string[]): (number | null)[] {
  const before = lines.flatMap((line, index) => line.map((word) => ({ word, line: index })));
  const owners = words.map((): number | null => null);
  let start = 0;
  while (start < before.length && start < words.length && before[start]?.word === words[start]) {
    owners[start] = before[start]?.line ?? null;
    start += 1;
  }
  let [endBefore, end] = [before.length, words.length];
  while (endBefore > start && end > start && before[endBefore - 1]?.word === words[end - 1]) {
    endBefore -= 1;
    end -= 1;
    owners[end] = before[endBefore]?.line ?? null;
  }
  const middle = before.slice(start, endBefore);
  for (const [at, index] of common(middle, words.slice(start, end))) owners[start + at] = middle[index]?.line ?? null;
  return owners;
}

/** Pairs of places, in the words and in what was before, of a longest common subsequence. */
function common(before: readonly { word: string }[], words: readonly string[]): [number, number][] {
  const [rows, columns] = [before.length + 1, words.length + 1];
  if (before.length * words.length > PAIRS_MAX) return [];
  const lengths = new Uint32Array(rows * columns);
  const at = (row: number, column: number) => lengths[row * columns + column] ?? 0;
  for (let row = rows - 2; row >= 0; row -= 1) {
    for (let column = columns - 2; column >= 0; column -= 1) {
      lengths[row * columns + column] =
        before[row]?.word === words[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < rows - 1 && column < columns - 1; ) {
    if (before[row]?.word === words[column]) {
      pairs.push([column, row]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}
