import { wordKey } from "#app/domain/words/own-word.ts";
import { passagesOf } from "#app/domain/words/passages.ts";

/** Writes a word wherever the words of a form stand in a text; null where they stand nowhere. Everything between stays as it is. */
export function replaceHeard(text: string, { word, heard }: { word: string; heard: string }): string | null {
  const form = wordKey(heard);
  const parts = form.split(" ").length;
  const passages = [...passagesOf(text, { partsMax: parts, soundOf: () => "" })].filter(
    (passage) => passage.key === form && passage.text !== word,
  );
  let [replaced, at] = ["", 0];
  for (const { from, to } of passages) {
    // "ha ha ha" holds "ha ha" twice.
    if (from < at) continue;
    replaced += text.slice(at, from) + word;
    at = to;
  }
  return at === 0 ? null : replaced + text.slice(at);
}
