/**
 * Size of a part: long enough for many sentences. V8's segmenter takes time with the square of the length of its text (200 kB:
 * 2.5 s).
 */
const PART_CHARS = 2048;
/** A sentence end that no text within this many characters decides counts as an end. */
const LOOKAHEAD_CHARS = 512;

/**
 * Cuts a text into sentences, which joined give the text again. The result is that of the segmenter for the whole text, but the
 * segmenter runs on parts, so that the time grows linearly with the length of the text. Whether a dot ends a sentence depends on
 * the first letter or mark after it, so undecided ends of a part are segmented again together with the text that follows.
 *
 * Only text that nobody says (thousands of characters without a letter, a space or a mark) may be cut elsewhere.
 */
export function* cutSentences(text: string, segmenter: Pick<Intl.Segmenter, "segment">): Generator<string> {
  /** `from`: start of the open sentence. `at`: position from which its end is still searched. */
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
    // The sentence is longer than a part: the search for its end continues further on.
    if (sure === 0) at += resumeIn(sentences[0] ?? part);
  }
}

/** Returns the number of sentences of a part that stay the same whatever text follows. */
function sureOf(sentences: readonly string[], chars: number): number {
  for (let index = sentences.length - 1; index > 0; index -= 1) {
    if (/[\p{L}.!?]/u.test(sentences[index] ?? "")) return index;
  }
  const undecided = chars - (sentences[0]?.length ?? 0);
  return undecided >= LOOKAHEAD_CHARS ? sentences.length - 1 : 0;
}

/**
 * Returns a position late in an unfinished sentence from which the segmenter finds the same ends as from its beginning: after a
 * word, so that no dot is separated from the text after it. If there is none, a position between two characters.
 */
function resumeIn(sentence: string): number {
  const half = Math.ceil(sentence.length / 2);
  for (let index = sentence.length - 1; index > half; index -= 1) {
    if (sentence[index] === " " && /[\p{L}\p{N},]/u.test(sentence[index - 1] ?? "")) return index;
  }
  const isPair = /[\ud800-\udbff]/.test(sentence[half - 1] ?? "");
  return isPair ? half + 1 : half;
}
