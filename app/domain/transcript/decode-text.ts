/**
 * What the bytes of a text file say. UTF-8 or UTF-16 where it begins with a byte order mark; else UTF-8 where every byte
 * fits it; else Windows-1252, as old subtitle programs write, of which Latin-1's letters are a part. Never fails.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeUtf16(bytes.subarray(2), true);
  if (first === 0xfe && second === 0xff) return decodeUtf16(bytes.subarray(2), false);
  try {
    // Drops a byte order mark by itself.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeByTable(bytes);
  }
}

/** How many characters are put together at once: a function takes only so many arguments. */
const PIECE_CHARS = 8192;
/** 0x80 to 0x9f of Windows-1252; its five unused places are left as they are. All else is Unicode's first page. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** By hand, because not every runtime's TextDecoder knows more than UTF-8. */
function decodeByTable(bytes: Uint8Array): string {
  const codes = Uint16Array.from(bytes, (byte) =>
    byte >= 0x80 && byte <= 0x9f ? WINDOWS_1252.charCodeAt(byte - 0x80) : byte,
  );
  return textOf(codes);
}

function decodeUtf16(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const codes = new Uint16Array(Math.floor(bytes.byteLength / 2));
  for (let index = 0; index < codes.length; index++) codes[index] = view.getUint16(index * 2, littleEndian);
  return textOf(codes);
}

function textOf(codes: Uint16Array): string {
  let text = "";
  for (let at = 0; at < codes.length; at += PIECE_CHARS)
    text += String.fromCharCode(...codes.subarray(at, at + PIECE_CHARS));
  return text;
}
