import { deflate } from "#app/server/exports/deflate.ts";

/**
 * A ZIP file of text parts in this order (APPNOTE 6.3: deflated, names in UTF-8, no extras). Deterministic: every part bears the first
 * day that the format knows.
 */
export async function writeZip(parts: readonly { name: string; text: string }[]): Promise<Uint8Array> {
  const written: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, text } of parts) {
    const bytes = new TextEncoder().encode(text);
    const packed = await deflate(bytes, "deflate-raw");
    const label = new TextEncoder().encode(name);
    const facts = { crc: crc32(bytes), packed: packed.length, size: bytes.length, label: label.length };
    const local = [record(LOCAL, facts), label, packed];
    directory.push(record(CENTRAL, facts, offset), label);
    written.push(...local);
    offset += sizeOf(local);
  }
  return joined([...written, ...directory, ending(parts.length, sizeOf(directory), offset)]);
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** 2.0: deflated parts. */
const VERSION = 20;
const UTF8 = 0x800;
const DEFLATED = 8;
/** 1 January 1980. */
const DATE = 0x21;

type Facts = { crc: number; packed: number; size: number; label: number };

/** The head of a part, or its entry in the directory, which begins with one more version and ends with more that is nought. */
function record(signature: number, { crc, packed, size, label }: Facts, offset = 0): Uint8Array {
  const central = signature === CENTRAL;
  const bytes = new Uint8Array(central ? 46 : 30);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, signature, true);
  const at = central ? 6 : 4;
  if (central) view.setUint16(4, VERSION, true);
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, UTF8, true);
  view.setUint16(at + 4, DEFLATED, true);
  view.setUint16(at + 8, DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, packed, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, label, true);
  if (central) view.setUint32(42, offset, true);
  return bytes;
}

function ending(parts: number, directoryBytes: number, offset: number): Uint8Array {
  const bytes = new Uint8Array(22);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, END, true);
  view.setUint16(8, parts, true);
  view.setUint16(10, parts, true);
  view.setUint32(12, directoryBytes, true);
  view.setUint32(16, offset, true);
  return bytes;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
