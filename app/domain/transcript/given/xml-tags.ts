/** Tags of XML, as far as a transcript needs them: no entities, no namespaces, no check of what is open. */
export type Attributes = ReadonlyMap<string, string>;

/** A tag with its attributes; comments and declarations are passed over as tags of no name. */
const TAG = /<(\/?)(?:[a-z][\w.-]*:)?([a-z][\w.-]*)?((?:[^<>"']|"[^"]*"|'[^']*')*)>/giu;
const TAG_CHARS_MAX = 4000;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;

type Tag = { name: string; isEnd: boolean; attributes: Attributes; start: number; end: number };

/** From one `<` to its `>`, so that a file of open brackets is no more work than its length. */
export function* tagsOf(text: string): Generator<Tag> {
  for (let start = text.indexOf("<"); start !== -1; ) {
    const close = text.indexOf(">", start);
    if (close === -1) return;
    const written = text.slice(start, Math.min(close + 1, start + TAG_CHARS_MAX));
    TAG.lastIndex = 0;
    const match = TAG.exec(written);
    if (match?.[2] !== undefined)
      yield {
        name: match[2].toLowerCase(),
        isEnd: match[1] === "/",
        attributes: attributesOf(match[3] ?? ""),
        start,
        end: close + 1,
      };
    start = text.indexOf("<", close);
  }
}

/** By their names without a prefix: `xml:id` and `ttp:tickRate` are `id` and `tickRate`. */
function attributesOf(text: string): Attributes {
  const found = new Map<string, string>();
  for (const [, name = "", double, single] of text.matchAll(ATTRIBUTE))
    found.set(name.slice(name.indexOf(":") + 1), double ?? single ?? "");
  return found;
}
