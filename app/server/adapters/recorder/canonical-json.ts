/**
 * JSON with sorted keys and no spaces, as Python's `json.dumps(sort_keys=True, separators=(",", ":"), ensure_ascii=False)` writes
 * it. Attendee signs its webhooks in this form. Numbers keep the text they came with (`1.0` is not `1`), so this reads the text
 * itself instead of using JSON.parse. Returns null where the text is not JSON, or is nested deeper than 64 levels.
 *
 * Strangers reach this before any signature is checked, so the work is bounded: every character is read a constant number of
 * times, and a fault ends the reading at once. Sorting the keys adds a logarithm.
 */
export function canonicalJson(text: string): string | null {
  const reader: Reader = { text, at: 0, depth: 0 };
  const value = readValue(reader);
  skipSpace(reader);
  return value !== null && reader.at === text.length ? value : null;
}

const DEPTH_MAX = 64;
type Reader = { readonly text: string; at: number; depth: number };

function readValue(reader: Reader): string | null {
  skipSpace(reader);
  switch (reader.text[reader.at]) {
    case "{":
      return readNested(reader, readObject);
    case "[":
      return readNested(reader, readArray);
    case '"':
      return readString(reader)?.json ?? null;
    default:
      return readScalar(reader);
  }
}

function readNested(reader: Reader, read: (reader: Reader) => string | null): string | null {
  if (reader.depth === DEPTH_MAX) return null;
  reader.depth += 1;
  reader.at += 1;
  const value = read(reader);
  reader.depth -= 1;
  return value;
}

/** The last value of a repeated key counts, as in Python. */
function readObject(reader: Reader): string | null {
  const members = new Map<string, string>();
  if (!takes(reader, "}")) {
    do {
      skipSpace(reader);
      const key = readString(reader);
      if (key === null || !takes(reader, ":")) return null;
      const value = readValue(reader);
      if (value === null) return null;
      members.set(key.value, `${key.json}:${value}`);
    } while (takes(reader, ","));
    if (!takes(reader, "}")) return null;
  }
  const sorted = [...members].toSorted(([one], [other]) => byCodePoint(one, other));
  return `{${sorted.map(([, member]) => member).join(",")}}`;
}

function readArray(reader: Reader): string | null {
  const items: string[] = [];
  if (!takes(reader, "]")) {
    do {
      const value = readValue(reader);
      if (value === null) return null;
      items.push(value);
    } while (takes(reader, ","));
    if (!takes(reader, "]")) return null;
  }
  return `[${items.join(",")}]`;
}

const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

function readScalar(reader: Reader): string | null {
  SCALAR.lastIndex = reader.at;
  const scalar = SCALAR.exec(reader.text)?.[0] ?? null;
  reader.at += scalar?.length ?? 0;
  return scalar;
}

/** A string as it means and as Python writes it: escapes that are not needed become the character itself. */
function readString(reader: Reader): { value: string; json: string } | null {
  const { text, at: from } = reader;
  if (text[from] !== '"') return null;
  let to = from + 1;
  // An escape is two characters here: the four digits after \u hold no quote.
  while (to < text.length && text[to] !== '"') to += text[to] === "\\" ? 2 : 1;
  if (to >= text.length) return null;
  reader.at = to + 1;
  try {
    const value: unknown = JSON.parse(text.slice(from, to + 1));
    return typeof value === "string" ? { value, json: JSON.stringify(value) } : null;
  } catch {
    return null;
  }
}

function takes(reader: Reader, mark: string): boolean {
  skipSpace(reader);
  if (reader.text[reader.at] !== mark) return false;
  reader.at += 1;
  return true;
}

function skipSpace(reader: Reader): void {
  while (" \t\n\r".includes(reader.text[reader.at] ?? "x")) reader.at += 1;
}

/**
 * Python orders strings by code points; JavaScript compares UTF-16 units. The two differ only where a surrogate (a character
 * beyond U+FFFF) meets a unit above the surrogates.
 */
function byCodePoint(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (a === b) continue;
    if (isSurrogate(a) === isSurrogate(b)) return a - b;
    return isSurrogate(a) ? 1 : -1;
  }
  return one.length - other.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
