import type { Turns } from "#app/domain/turns.ts";

/**
 * What the bytes of a text file say. UTF-8 or UTF-16 where it begins with a byte order mark; else UTF-8 where every byte
 * fits it; else Windows-1252, as old subtitle programs write, of which Latin-1's letters are a part. Never fails.
 */
export function* decodeText(bytes: Uint8Array): Turns<string> {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return yield* decodeUtf16(bytes.subarray(2), true);
  if (first === 0xfe && second === 0xff) return yield* decodeUtf16(bytes.subarray(2), false);
  return (yield* decodeUtf8(bytes)) ?? (yield* decodeByTable(bytes));
}

/** How many characters are put together at once: a function takes only so many arguments. */
const PIECE_CHARS = 8192;
/** Native decoding is some fifty times as fast as looking at each character. */
const UTF8_PIECE_BYTES = 65_536;
const UTF8_UNIT_BYTES = 64;

/** Null where some byte fits nowhere. A byte order mark goes by itself. */
function* decodeUtf8(bytes: Uint8Array): Turns<string | null> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const pieces: string[] = [];
  try {
    for (let at = 0; at < bytes.byteLength; at += UTF8_PIECE_BYTES) {
      const piece = bytes.subarray(at, at + UTF8_PIECE_BYTES);
      pieces.push(decoder.decode(piece, { stream: true }));
      yield piece.byteLength / UTF8_UNIT_BYTES;
    }
    pieces.push(decoder.decode());
  } catch {
    return null;
  }
  return pieces.join("");
}

/** 0x80 to 0x9f of Windows-1252; its five unused places are left as they are. All else is Unicode's first page. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** By hand, because not every runtime's TextDecoder knows more than UTF-8. */
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

/** Looking up a code is a small part of what looking at a character takes elsewhere. */
const UNIT_CODES = 8;
