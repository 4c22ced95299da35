/**
 * A text as the search compares it: without case, accents and the differences between kinds of quotation marks, dashes and
 * spaces. `at` has the position of each of its letters in the original; null when no letter was moved.
 */
export type Folded = { text: string; at: Uint32Array | null };

const ASCII = /^[\x20-\x7e]*$/;

/** Letters that Unicode does not decompose, and signs that people do not distinguish when they type. */
const SPELT: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  "’": "'",
  "‘": "'",
  ʼ: "'",
  "“": '"',
  "”": '"',
  "«": '"',
  "»": '"',
  "‐": "-",
  "‑": "-",
  "–": "-",
  "—": "-",
  "…": "...",
  "·": "",
  "\u00ad": "",
};

const known = new Map<string, string>();

export function fold(original: string): Folded {
  if (ASCII.test(original)) return { text: original.toLowerCase(), at: null };
  let text = "";
  const at: number[] = [];
  let offset = 0;
  for (const sign of original) {
    const folded = foldSign(sign);
    for (let index = 0; index < folded.length; index += 1) at.push(offset);
    text += folded;
    offset += sign.length;
  }
  at.push(original.length);
  return { text, at: Uint32Array.from(at) };
}

/** The folded query; consecutive spaces count as one. */
export function foldQuery(query: string): string {
  return fold(query.trim().replace(/\s+/g, " ")).text;
}

function foldSign(sign: string): string {
  const before = known.get(sign);
  if (before !== undefined) return before;
  const plain = sign.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const folded = Array.from(plain, (each) => SPELT[each] ?? (/\s/.test(each) ? " " : each)).join("");
  known.set(sign, folded);
  return folded;
}

/** The range of the original that the folded letters [start, end) stand for: never empty, never half a letter. */
export function unfold({ text, at }: Folded, start: number, end: number): { start: number; end: number } {
  if (at === null) return { start, end };
  const last = at[end - 1] ?? 0;
  let after = end;
  while (after < text.length && at[after] === last) after += 1;
  return { start: at[start] ?? 0, end: at[after] ?? last + 1 };
}
