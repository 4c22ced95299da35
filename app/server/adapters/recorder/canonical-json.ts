/**
 * JSON with its keys sorted and no spaces, as Python's `json.dumps(sort_keys=True, separators=(",", ":"), ensure_ascii=False)`
 * writes it: what Attendee signs. Numbers keep the text they came with (`1.0` is not `1`), so the text is read here and not by
 * JSON.parse. Null where the text is no JSON.
 */
export function canonicalJson(text: string): string | null {
  const tokens = text.match(TOKEN);
  // What no token matched is neither JSON nor space.
  if (tokens === null || text.replace(TOKEN, "").trim() !== "") return null;
  const reader = { tokens, at: 0, depth: 0 };
  const value = readValue(reader);
  return value !== null && reader.at === tokens.length ? value : null;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{},:]/g;
const DEPTH_MAX = 64;
type Reader = { tokens: string[]; at: number; depth: number };

function readValue(reader: Reader): string | null {
  const token = reader.tokens[reader.at++];
  if (token === undefined) return null;
  if (token === "{" || token === "[") {
    if (++reader.depth > DEPTH_MAX) return null;
    const value = token === "{" ? readObject(reader) : readArray(reader);
    reader.depth--;
    return value;
  }
  if (token.startsWith('"')) return readString(token);
  return /^[\]},:]$/.test(token) ? null : token;
}

function readObject(reader: Reader): string | null {
  const members = new Map<string, string>();
  if (reader.tokens[reader.at] === "}") reader.at++;
  else {
    for (;;) {
      const key = reader.tokens[reader.at++];
      if (!key?.startsWith('"') || reader.tokens[reader.at++] !== ":") return null;
      const [name, value] = [readString(key), readValue(reader)];
      if (name === null || value === null) return null;
      members.set(name, value);
      const next = reader.tokens[reader.at++];
      if (next === "}") break;
      if (next !== ",") return null;
    }
  }
  const sorted = [...members].toSorted(([one], [other]) => byCodePoint(JSON.parse(one), JSON.parse(other)));
  return `{${sorted.map(([name, value]) => `${name}:${value}`).join(",")}}`;
}

function readArray(reader: Reader): string | null {
  const items: string[] = [];
  if (reader.tokens[reader.at] === "]") {
    reader.at++;
    return "[]";
  }
  for (;;) {
    const value = readValue(reader);
    if (value === null) return null;
    items.push(value);
    const next = reader.tokens[reader.at++];
    if (next === "]") return `[${items.join(",")}]`;
    if (next !== ",") return null;
  }
}

/** Escapes that need none become the character itself. */
function readString(token: string): string | null {
  try {
    return JSON.stringify(JSON.parse(token));
  } catch {
    return null;
  }
}

/** Python compares code points; JavaScript compares UTF-16 units, which is another order beyond U+FFFF. */
function byCodePoint(one: unknown, other: unknown): number {
  const [a, b] = [Array.from(String(one)), Array.from(String(other))];
  for (const [index, character] of a.entries()) {
    const beside = b[index];
    if (beside === undefined) return 1;
    if (character !== beside) return (character.codePointAt(0) ?? 0) - (beside.codePointAt(0) ?? 0);
  }
  return a.length - b.length;
}
