import { joinBytes } from "#app/domain/sha256.ts";
import { viewOf } from "#app/media/byte-source.ts";

/** As much of the ZIP format (PKWARE APPNOTE 6.3) as files of today use: no parts, no encryption, no ZIP64. */
const ENTRY = 0x0201_4b50;
const ENTRY_BYTES = 46;
const DIRECTORY_END = 0x0605_4b50;
const DIRECTORY_END_BYTES = 22;
/** The end of a ZIP may be followed by a comment. */
const COMMENT_BYTES_MAX = 0xffff;
const LOCAL_BYTES = 30;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

/** `at`: the place of its entry in the directory. `modifiedAt`: wall time, which the format has without a zone; null where it is none. */
export type ZipEntry = {
  name: string;
  modifiedAt: { year: number; month: number; day: number; hour: number; minute: number } | null;
  at: number;
};

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** The entries of a ZIP's directory, at most so many, up to the first that is damaged; null where there is no directory. */
export function zipEntries(bytes: Uint8Array, entriesMax: number): ZipEntry[] | null {
  const view = viewOf(bytes);
  const end = directoryEnd(view);
  if (end === null) return null;
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = Math.min(view.getUint16(end + 10, true), entriesMax); left > 0 && at + ENTRY_BYTES <= end; left--) {
    if (view.getUint32(at, true) !== ENTRY) break;
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    entries.push({ name, modifiedAt: dosTime(view.getUint16(at + 12, true), view.getUint16(at + 14, true)), at });
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The content of an entry; null where it is encrypted, damaged, packed in another way, or larger than `bytesMax`. Never rejects. */
export async function unzipEntry(bytes: Uint8Array, { at }: ZipEntry, bytesMax: number): Promise<Uint8Array | null> {
  const view = viewOf(bytes);
  const local = view.getUint32(at + 42, true);
  if (local + LOCAL_BYTES > view.byteLength || (view.getUint16(at + 8, true) & ENCRYPTED) !== 0) return null;
  const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const end = start + view.getUint32(at + 20, true);
  if (end > view.byteLength) return null;
  const data = bytes.subarray(start, end);
  const method = view.getUint16(at + 10, true);
  if (method === STORED) return data.byteLength > bytesMax ? null : data;
  return method === DEFLATED ? inflate(data, bytesMax) : null;
}

function directoryEnd(view: DataView): number | null {
  const last = view.byteLength - DIRECTORY_END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_BYTES_MAX); at--)
    if (view.getUint32(at, true) === DIRECTORY_END) return at;
  return null;
}

function dosTime(time: number, date: number): ZipEntry["modifiedAt"] {
  const [month, day] = [(date >> 5) & 15, date & 31];
  if (month < 1 || month > 12 || day < 1) return null;
  return { year: 1980 + (date >> 9), month, day, hour: time >> 11, minute: (time >> 5) & 63 };
}

async function inflate(data: Uint8Array, bytesMax: number): Promise<Uint8Array | null> {
  const reader = new Blob([data.slice()]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return joinBytes(pieces);
      bytes += value.byteLength;
      if (bytes > bytesMax) break;
      pieces.push(value);
    }
  } catch {
    // Damaged data.
    return null;
  }
  await reader.cancel().catch(() => undefined);
  return null;
}
