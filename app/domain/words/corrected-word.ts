import { OWN_WORD_CHARS_MAX } from "#app/domain/limits/words.ts";
import { wordKey } from "#app/domain/words/own-word.ts";

/** More words in one change are another sentence rather than a name. */
const NAME_PARTS_MAX = 3;
const LETTERS_MIN = 3;

/**
 * The name that a person wrote in the place of other words of a text: what is between the words that both begin and end with. Null where
 * it is no name (it has no capital letter or digit inside a sentence), or only its capitals or accents changed.
 */
export function correctedWord(before: string, after: string): string | null {
  const [was, is] = [before, after].map((text) => text.trim().split(/\s+/u));
  if (!was || !is) return null;
  const shorter = Math.min(was.length, is.length);
  let begin = 0;
  while (begin < shorter && was[begin] === is[begin]) begin++;
  let end = 0;
  while (end < shorter - begin && was.at(-1 - end) === is.at(-1 - end)) end++;
  const [replaced, written] = [was.slice(begin, was.length - end), is.slice(begin, is.length - end)];
  if (replaced.length === 0 || written.length === 0 || written.length > NAME_PARTS_MAX) return null;
  const name = written.join(" ").replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  const isName = written.every((part) => /\p{Lu}|\p{N}/u.test(part)) && (begin > 0 || written.length > 1);
  const isOther = wordKey(name) !== wordKey(replaced.join(" "));
  return isName && isOther && name.length >= LETTERS_MIN && name.length <= OWN_WORD_CHARS_MAX ? name : null;
}
