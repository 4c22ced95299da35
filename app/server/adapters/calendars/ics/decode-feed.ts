import { isMostlyUtf8 } from "#app/domain/transcript/given/decode-text.ts";
import { runAtOnce } from "#app/domain/turns.ts";

/** Text of a feed's bytes, piece by piece. */
export type FeedDecoder = { push(bytes: Uint8Array): string; end(): string };

/** Kept back until more is known: a character, or a line break and the letter after it. */
const TAIL_BYTES = 8;

/**
 * UTF-8, as RFC 5545 asks, and UTF-16, as Outlook saves "Unicode". Bytes that are neither are in the character set that the answer names, else
 * Windows-1252: many servers name one that the file is not in, so the bytes decide.
 */
export function feedDecoder(contentType: string | null): FeedDecoder {
  let decoder: TextDecoder | null = null;
  let isWide = false;
  let hasBegun = false;
  let tail = new Uint8Array();
  const take = (bytes: Uint8Array, isEnd: boolean) => {
    if (isWide) return decoder?.decode(bytes, { stream: !isEnd }) ?? "";
    const given = joined(tail, bytes);
    const wide = hasBegun ? null : wideEncodingOf(given);
    if (wide !== null) {
      [decoder, isWide] = [new TextDecoder(wide), true];
      return decoder.decode(given, { stream: !isEnd });
    }
    const all = joinLetters(given);
    const end = isEnd ? all.byteLength : wholeEnd(all);
    const part = all.subarray(0, end);
    tail = all.slice(end);
    hasBegun ||= end > 0;
    if (decoder === null && part.some((byte) => byte >= 0x80))
      decoder = new TextDecoder(runAtOnce(isMostlyUtf8(part)) ? "utf-8" : oldEncodingOf(contentType));
    return (decoder ?? new TextDecoder()).decode(part, { stream: decoder !== null && !isEnd });
  };
  return { push: (bytes) => take(bytes, false), end: () => take(new Uint8Array(), true) };
}

/** A file begins with a letter of ASCII, of which every other byte is a zero in UTF-16. */
function wideEncodingOf([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (first === undefined || second === undefined) return null;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? "utf-16be" : null;
}

function oldEncodingOf(contentType: string | null): string {
  const named = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? "")?.[1] ?? "";
  try {
    const { encoding } = new TextDecoder(named);
    return encoding.startsWith("utf-") ? "windows-1252" : encoding;
  } catch {
    return "windows-1252";
  }
}

const joined = (one: Uint8Array, other: Uint8Array) => {
  const all = new Uint8Array(one.byteLength + other.byteLength);
  all.set(one);
  all.set(other, one.byteLength);
  return all;
};

/** RFC 5545 §3.1: programs that fold lines by bytes break one within a letter. */
function joinLetters(bytes: Uint8Array): Uint8Array {
  let length = 0;
  for (let at = 0; at < bytes.byteLength; at += 1) {
    const breakBytes = foldAt(bytes, at);
    if (breakBytes > 0 && isInLetter(bytes[at + breakBytes])) at += breakBytes;
    bytes[length] = bytes[at] ?? 0;
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** Bytes of the line break and the blank with which the next line goes on; 0 where there is none. */
function foldAt(bytes: Uint8Array, at: number): number {
  const breakBytes = bytes[at] === 0x0a ? 1 : bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? 2 : 0;
  const blank = bytes[at + breakBytes];
  return breakBytes > 0 && (blank === 0x20 || blank === 0x09) ? breakBytes + 1 : 0;
}

/** The second or a later byte of a letter in UTF-8. */
const isInLetter = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

function wholeEnd(bytes: Uint8Array): number {
  let end = Math.max(0, bytes.byteLength - TAIL_BYTES);
  while (end > 0 && isInLetter(bytes[end]) && bytes.byteLength - end < 2 * TAIL_BYTES) end -= 1;
  return end;
}
