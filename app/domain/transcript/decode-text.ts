import type { Turns } from "#app/domain/turns.ts";

/**
 * Decodes the bytes of a text file. UTF-8 or UTF-16 when they begin with a byte order mark; else UTF-8 when every byte is valid;
 * else Windows-1252, which old subtitle programs write and which includes the letters of Latin-1. Never fails.
 */
export function* decodeText(bytes: Uint8Array): Turns<string> {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return yield* decodeUtf16(bytes.subarray(2), true);
  if (first === 0xfe && second === 0xff) return yield* decodeUtf16(bytes.subarray(2), false);
  return (yield* decodeUtf8(bytes)) ?? (yield* decodeByTable(bytes));
}

/** Number of characters decoded at once: a function accepts a limited number of arguments. */
const PIECE_CHARS = 8192;
/** Native decoding is some fifty times as fast as reading each character. */
const UTF8_PIECE_BYTES = 65_536;
const UTF8_UNIT_BYTES = 64;

/** Returns null when a byte is invalid. The decoder removes a byte order mark. */
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
