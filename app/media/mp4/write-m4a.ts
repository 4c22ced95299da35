import type { WindowContent } from "#app/media/windows/plan-windows.ts";

/** A box is its type and what it holds: numbers are 32-bit fields, text is four letters, bytes and boxes stand as they are. */
export type Field = number | string | Uint8Array;

export const IDENTITY_MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
/** "und", and the field behind it. */
export const UNDETERMINED_LANGUAGE = 0x55c40000;

export function box(type: string, ...fields: Field[]): Uint8Array {
  const parts = fields.map((field) =>
    typeof field === "number" ? uint32s([field]) : typeof field === "string" ? letters(field) : field,
  );
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 8));
  bytes.set(uint32s([bytes.byteLength]));
  bytes.set(letters(type), 4);
  let at = 8;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

export function letters(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

/** Numbers as 32 bits each, high byte first. */
export function uint32s(values: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < values.length; index++) view.setUint32(index * 4, values[index] ?? 0);
  return bytes;
}

const TRACK_ID = 1;

/**
 * An M4A file with everything but its frames: they belong at `mediaStart`, one behind the other. `moov` stands first, so that a
 * reader that only streams can take it. Movie and track count in the same units, so that the edit is exact.
 */
export function openM4a(content: WindowContent): { file: Uint8Array<ArrayBuffer>; mediaStart: number } {
  const ftyp = box("ftyp", "M4A ", 0, "M4A ", "isom", "mp42");
  const movie = moov(content);
  const mediaStart = ftyp.byteLength + movie.byteLength + 8;
  const { sizes } = content.samples;
  let mediaBytes = 0;
  for (let sample = 0; sample < sizes.length; sample++) mediaBytes += sizes[sample] ?? 0;
  const file = new Uint8Array(mediaStart + mediaBytes);
  file.set(ftyp);
  file.set(movie, ftyp.byteLength);
  // The one chunk's offset is the last field of moov, and known only now that moov's length is.
  file.set(uint32s([mediaStart]), ftyp.byteLength + movie.byteLength - 4);
  file.set(uint32s([8 + mediaBytes]), mediaStart - 8);
  file.set(letters("mdat"), mediaStart - 4);
  return { file, mediaStart };
}

/** Its last four bytes are left for the offset of the chunk. */
function moov(content: WindowContent): Uint8Array {
  const mvhd = box(
    "mvhd",
    0,
    0,
    0,
    content.timescale,
    content.length,
    0x10000,
    0x01000000,
    0,
    0,
    ...IDENTITY_MATRIX,
    0,
    0,
    0,
    0,
    0,
    0,
    TRACK_ID + 1,
  );
  const tkhd = box("tkhd", 7, 0, 0, TRACK_ID, 0, content.length, 0, 0, 0, 0x01000000, ...IDENTITY_MATRIX, 0, 0);
  const edts = box("edts", box("elst", 0, 1, content.length, content.skip, 0x10000));
  return box("moov", mvhd, box("trak", tkhd, edts, mdia(content)));
}

function mdia(content: WindowContent): Uint8Array {
  let duration = 0;
  const { runCounts, runDeltas } = content.samples;
  for (const [run, count] of runCounts.entries()) duration += count * (runDeltas[run] ?? 0);
  const mdhd = box("mdhd", 0, 0, 0, content.timescale, duration, UNDETERMINED_LANGUAGE);
  const hdlr = box("hdlr", 0, 0, "soun", 0, 0, 0, new Uint8Array(1));
  const dinf = box("dinf", box("dref", 0, 1, box("url ", 1)));
  return box("mdia", mdhd, hdlr, box("minf", box("smhd", 0, 0), dinf, stbl(content)));
}

function stbl(content: WindowContent): Uint8Array {
  const { sizes, runCounts, runDeltas } = content.samples;
  const stts = new Uint32Array(runCounts.length * 2);
  for (const [run, count] of runCounts.entries()) stts.set([count, runDeltas[run] ?? 0], run * 2);
  return box(
    "stbl",
    box("stsd", 0, 1, writeSoundEntry(content)),
    box("stts", 0, runCounts.length, uint32s(stts)),
    box("stsc", 0, 1, 1, sizes.length, 1),
    box("stsz", 0, 0, sizes.length, uint32s(sizes)),
    box("stco", 0, 1, 0),
  );
}

/** The sample entry of a track of sound. The rate is 16.16 fixed point and holds at most 65,535 Hz; decoders read the true one in the setup. */
export function writeSoundEntry(
  sound: Pick<WindowContent, "entryType" | "setup" | "channels" | "sampleRate">,
): Uint8Array {
  const rate = sound.sampleRate > 0xffff ? 0 : sound.sampleRate * 0x10000;
  return box(sound.entryType, 0, 1, 0, 0, sound.channels * 0x10000 + 16, 0, rate, sound.setup);
}
