import type { Turns } from "#app/domain/turns.ts";

/**
 * Decodes the bytes of a text file. UTF-8 or UTF-16 when they begin with a byte order mark; UTF-16 without one when every other byte of most
 * characters is zero; UTF-8 when all bytes are valid, or when more are than not: one damaged byte costs that character only, and the half
 * character at the end of a copy that broke off is left out. Else Windows-1252, which old subtitle programs write and which includes the letters of Latin-1. Never fails.
 */
export function* decodeText(bytes: Uint8Array): Turns<string> {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return yield* decodeUtf16(bytes.subarray(2), true);
  if (first === 0xfe && second === 0xff) return yield* decodeUtf16(bytes.subarray(2), false);
  const unmarked = utf16Order(bytes);
  if (unmarked !== null) return yield* decodeUtf16(bytes, unmarked === "little");
  const valid = yield* decodeUtf8(bytes, true);
  if (valid !== null) return (yield* decodeAgain(valid)) ?? valid;
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
  if (isMarked || (yield* isMostlyUtf8(bytes))) return (yield* decodeUtf8(bytes, false)) ?? "";
  return yield* decodeByTable(bytes);
}

/** "é" and "’" begin so where UTF-8 was read as Windows-1252. */
const TWICE = /[ÂÃâ][^\p{ASCII}]/u;

/** Undoes a program that read UTF-8 as Windows-1252 and wrote that as UTF-8. Null where the text is no such one throughout. */
function* decodeAgain(text: string): Turns<string | null> {
  if (!TWICE.test(text)) return null;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code < 0x100 ? code : 0x80 + WINDOWS_1252.indexOf(text.charAt(at));
    if (byte < 0x80 && code >= 0x80) return null;
    bytes[at] = byte;
    if (at % PIECE_CHARS === 0) yield PIECE_CHARS / UNIT_CODES;
  }
  return yield* decodeUtf8(bytes, true);
}

/** A sample as long as this shows how characters are stored. */
const SAMPLE_BYTES = 4096;
/** In UTF-16, times and line ends have a zero byte in whatever language the words are: this share of all characters at least. */
const ZERO_SHARE_MIN = 0.2;
/** Of the zero bytes, nearly all are on one side of the characters. */
const ONE_SIDE_MIN = 0.95;

function utf16Order(bytes: Uint8Array): "little" | "big" | null {
  const count = Math.min(bytes.byteLength, SAMPLE_BYTES) & ~1;
  const zeros = { even: 0, odd: 0 };
  for (let at = 0; at < count; at++) if (bytes[at] === 0) zeros[at % 2 === 0 ? "even" : "odd"] += 1;
  const all = zeros.even + zeros.odd;
  if (all < (count / 2) * ZERO_SHARE_MIN || all === 0) return null;
  if (zeros.odd >= all * ONE_SIDE_MIN) return "little";
  return zeros.even >= all * ONE_SIDE_MIN ? "big" : null;
}

/** Whether the bytes above ASCII are characters of UTF-8 more often than not. */
export function* isMostlyUtf8(bytes: Uint8Array): Turns<boolean> {
  let valid = 0;
  let invalid = 0;
  for (let at = 0; at < bytes.byteLength; ) {
    const length = sequenceAt(bytes, at);
    if (length > 1) valid += 1;
    else if (length === 0 && !isHalfLetter(bytes.subarray(at))) invalid += 1;
    else if (length === 0) valid += 1;
    at += Math.max(length, 1);
    if (at % UTF8_PIECE_BYTES === 0) yield UTF8_PIECE_BYTES / UNIT_CODES;
  }
  return valid > invalid;
}

/** The first half of a Latin letter of UTF-8 ends the file. Windows-1252 has Â and Ã there, with which no word ends. */
function isHalfLetter(rest: Uint8Array): boolean {
  return rest.byteLength === 1 && (rest[0] === 0xc2 || rest[0] === 0xc3);
}

/** Length of the UTF-8 character at a place; 0 where there is none. */
function sequenceAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (first >= 0xf5 || length === 0) return 0;
  for (let next = 1; next < length; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** Number of characters decoded at once: a function accepts a limited number of arguments. */
const PIECE_CHARS = 8192;
/** Native decoding is some fifty times as fast as reading each character. */
const UTF8_PIECE_BYTES = 65_536;
const UTF8_UNIT_BYTES = 64;

/** Returns null when a byte is invalid and `fatal` is set. The decoder removes a byte order mark, and keeps half a character at the end. */
function* decodeUtf8(bytes: Uint8Array, fatal: boolean): Turns<string | null> {
  const decoder = new TextDecoder("utf-8", { fatal });
  const pieces: string[] = [];
  try {
    for (let at = 0; at < bytes.byteLength; at += UTF8_PIECE_BYTES) {
      const piece = bytes.subarray(at, at + UTF8_PIECE_BYTES);
      pieces.push(decoder.decode(piece, { stream: true }));
      yield piece.byteLength / UTF8_UNIT_BYTES;
    }
    if (fatal) pieces.push(decoder.decode());
  } catch {
    return null;
  }
  return pieces.join("");
}

/** 0x80 to 0x9f of Windows-1252; its five unused places stay as they are. All other bytes are Unicode's first 256 characters. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** Uses its own table, because some runtimes' TextDecoder supports only UTF-8. */
function* decodeByTable(bytes: Uint8Array): Turns<string> {
  return yield* textOf(bytes.byteLength, (index) => {
    const byte = bytes[index] ?? 0;
    return byte >= 0x80 && byte <= 0x9f ? WINDOWS_1252.charCodeAt(byte - 0x80) : byte;
  });
}

function* decodeUtf16(bytes: Uint8Array, littleEndian: boolean): Turns<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return yield* textOf(Math.floor(bytes.byteLength / 2), (index) => view.getUint16(index * 2, littleEndian));
}

function* textOf(length: number, codeAt: (index: number) => number): Turns<string> {
  const pieces: string[] = [];
  for (let at = 0; at < length; at += PIECE_CHARS) {
    const codes = new Uint16Array(Math.min(PIECE_CHARS, length - at));
    for (let index = 0; index < codes.length; index++) codes[index] = codeAt(at + index);
    pieces.push(String.fromCharCode(...codes));
    yield codes.length / UNIT_CODES;
  }
  return pieces.join("");
}

/** Looking up a code costs a small part of reading a character elsewhere. */
const UNIT_CODES = 8;
