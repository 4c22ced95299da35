/** Long enough for many sentences; V8's segmenter takes time with the square of the text it is given (200 kB: 2.5 s). */
const PART_CHARS = 2048;
/** An end of a sentence that nothing within so many characters decides is taken for one. */
const LOOKAHEAD_CHARS = 512;

/**
 * The text in sentences, which joined are the text again. It is what the segmenter says of the whole, asked in parts, so that the
 * time grows with the length of the text. Whether a dot ends a sentence depends on the first letter or mark after it, so the ends
 * that a part leaves undecided are asked for again with what follows.
 *
 * Only in texts that nobody says (thousands of characters without a letter, a space or a mark) may a sentence be cut elsewhere.
 */
export function* cutSentences(text: string, segmenter: Pick<Intl.Segmenter, "segment">): Generator<string> {
  /** Where the open sentence begins, and from where on its end is still looked for. */
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const part = text.slice(at, at + PART_CHARS);
    const sentences = Array.from(segmenter.segment(part), ({ segment }) => segment);
    const sure = at + PART_CHARS >= text.length ? sentences.length : sureOf(sentences, part.length);
    for (const sentence of sentences.slice(0, sure)) {
      at += sentence.length;
      yield text.slice(from, at);
      from = at;
    }
    // The sentence is longer than a part: its end is looked for further on.
    if (sure === 0) at += resumeIn(sentences[0] ?? part);
  }
}

/** How many sentences of a part stay as they are, whatever comes after it. */
function sureOf(sentences: readonly string[], chars: number): number {
  for (let index = sentences.length - 1; index > 0; index -= 1) {
    if (/[\p{L}.!?]/u.test(sentences[index] ?? "")) return index;
  }
  const undecided = chars - (sentences[0]?.length ?? 0);
  return undecided >= LOOKAHEAD_CHARS ? sentences.length - 1 : 0;
}

/**
 * A place late in an unfinished sentence from which the segmenter finds the same ends as from its beginning: after a word, so that
 * no dot is parted from what follows it. Where there is none, a place between two characters.
 */
function resumeIn(sentence: string): number {
  const half = Math.ceil(sentence.length / 2);
  for (let index = sentence.length - 1; index > half; index -= 1) {
    if (sentence[index] === " " && /[\p{L}\p{N},]/u.test(sentence[index - 1] ?? "")) return index;
  }
  const isPair = /[\ud800-\udbff]/.test(sentence[half - 1] ?? "");
  return isPair ? half + 1 : half;
}
