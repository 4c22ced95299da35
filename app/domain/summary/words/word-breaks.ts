/**
 * Words of scripts that are written without spaces, by the dictionaries of the platform (ICU): "会議の前に" is three. Without this a whole
 * sentence would be one word, too short to be quoted and like no other. Search has a rule of its own, which needs no dictionary.
 */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]{2,}/gu;
const IS_UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
let segmenter: Intl.Segmenter | null = null;

/** The text with a space between such words. */
export function withWordBreaks(text: string): string {
  if (!IS_UNSPACED.test(text)) return text;
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  const words = segmenter;
  return text.replaceAll(RUN, (run) => ` ${Array.from(words.segment(run), ({ segment }) => segment).join(" ")} `);
}

/** Number of words in a text whose spaces are single. */
export function countWords(text: string): number {
  return withWordBreaks(text)
    .split(" ")
    .filter((word) => word !== "").length;
}
