import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { joinBytes } from "#app/domain/sha256.ts";
import { viewOf } from "#app/media/byte-source.ts";

const ENTRY = 0x0201_4b50;
const DIRECTORY_END = 0x0605_4b50;
const DIRECTORY_END_BYTES = 22;
/** The end of a ZIP may be followed by a comment. */
const COMMENT_BYTES_MAX = 0xffff;
const ENTRIES_MAX = 1000;
const STORED = 0;
const DEFLATED = 8;
const CONTENT = "word/document.xml";
const NOTHING = new Uint8Array(0);

/**
 * The bytes of a transcript's text: of a Word document its XML, taken out of the ZIP that it is; any other file as it stands. Empty for a
 * ZIP that is no Word document, is damaged, or holds more than a transcript may. Never rejects.
 */
export async function openDocument(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b || bytes[2] !== 3 || bytes[3] !== 4) return bytes;
  const entry = findContent(bytes);
  if (entry === null) return NOTHING;
  if (entry.method === STORED) return entry.data;
  return entry.method === DEFLATED ? inflate(entry.data) : NOTHING;
}

type Entry = { method: number; data: Uint8Array };

function findContent(bytes: Uint8Array): Entry | null {
  const view = viewOf(bytes);
  const end = directoryEnd(view);
  if (end === null) return null;
  let at = view.getUint32(end + 16, true);
  for (let left = Math.min(view.getUint16(end + 10, true), ENTRIES_MAX); left > 0 && at + 46 <= end; left--) {
    if (view.getUint32(at, true) !== ENTRY) return null;
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes));
    if (name === CONTENT) return entryAt(view, at);
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return null;
}

function directoryEnd(view: DataView): number | null {
  const last = view.byteLength - DIRECTORY_END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_BYTES_MAX); at--)
    if (view.getUint32(at, true) === DIRECTORY_END) return at;
  return null;
}

function entryAt(view: DataView, at: number): Entry | null {
  const local = view.getUint32(at + 42, true);
  if (local + 30 > view.byteLength) return null;
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const end = start + view.getUint32(at + 20, true);
  if (end > view.byteLength) return null;
  return {
    method: view.getUint16(at + 10, true),
    data: new Uint8Array(view.buffer, view.byteOffset + start, end - start),
  };
}

async function inflate(data: Uint8Array): Promise<Uint8Array> {
  const reader = new Blob([data.slice()]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return joinBytes(pieces);
      bytes += value.byteLength;
      if (bytes > TRANSCRIPT_BYTES_MAX) break;
      pieces.push(value);
    }
  } catch {
    // Damaged data.
    return NOTHING;
  }
  await reader.cancel().catch(() => undefined);
  return NOTHING;
}
