/** Long enough for many sentences; V8's segmenter takes time with the square of the text it is given (200 kB: 2.5 s). */
const PART_CHARS = 4096;

/**
 * The text in sentences, which joined are the text again: what the segmenter says of the whole, asked in parts. The last
 * sentence of a part may go on after it and is cut anew with what follows; whether a sentence ends before it depends on the
 * first letter after the end, so a last one without a letter takes its neighbour along.
 */
export function* cutSentences(text: string, segmenter: Intl.Segmenter): Generator<string> {
  let at = 0;
  let chars = PART_CHARS;
  while (at < text.length) {
    const part = text.slice(at, at + chars);
    const sentences = Array.from(segmenter.segment(part), ({ segment }) => segment);
    const sure = at + chars >= text.length ? sentences.length : sureOf(sentences);
    for (const sentence of sentences.slice(0, sure)) {
      at += sentence.length;
      yield sentence;
    }
    chars = sure === 0 ? chars * 2 : PART_CHARS;
  }
}

/** How many sentences of a part stay as they are, whatever comes after it. */
function sureOf(sentences: readonly string[]): number {
  for (let index = sentences.length - 1; index > 0; index -= 1) {
    if (/\p{L}/u.test(sentences[index] ?? "")) return index;
  }
  return 0;
}
