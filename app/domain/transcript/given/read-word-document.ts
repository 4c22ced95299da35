import { tagsOf } from "#app/domain/transcript/given/xml-tags.ts";
import type { Turns } from "#app/domain/turns.ts";

/** The beginning of a Word document's content (`word/document.xml`, ECMA-376 §17.2). */
const START = /<w:document[\s>]/u;
const START_CHARS_MAX = 4000;

/** The lines of a Word document's text; null where the text is none. Word's line breaks and paragraphs are both ends of lines. */
export function* readWordDocument(text: string): Turns<string | null> {
  if (!START.test(text.slice(0, START_CHARS_MAX))) return null;
  const pieces: string[] = [];
  let inText = false;
  let at = 0;
  for (const { name, isEnd, start, end } of tagsOf(text)) {
    yield start - at + 4;
    if (inText) pieces.push(text.slice(at, start));
    at = end;
    if (name === "t") inText = !isEnd && text[end - 2] !== "/";
    if (name === "br" || (name === "p" && isEnd)) pieces.push("\n");
    if (name === "tab") pieces.push("\t");
  }
  // In XML the arrow between two times is written so; all else is decoded with the words.
  return pieces.join("").replaceAll("--&gt;", "-->");
}
