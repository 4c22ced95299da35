/**
 * A small writer of MP4 files for tests, so that odd, cut and hostile ones can be made field by field. It shares nothing
 * with the product's own reader and writer.
 */

/** 32-bit numbers, four-letter (or longer) text, or bytes as they are. */
export type Field = number | string | Uint8Array;

export function bytesOf(...fields: Field[]): Uint8Array {
  return bytesOfAll(fields);
}

/** The same of a list, which may be longer than a call has room for arguments. */
export function bytesOfAll(fields: readonly Field[]): Uint8Array {
  const parts = fields.map((field) => {
    if (typeof field === "string") return Uint8Array.from(field, (letter) => letter.charCodeAt(0));
    if (typeof field !== "number") return field;
    return Uint8Array.of((field >>> 24) & 255, (field >>> 16) & 255, (field >>> 8) & 255, field & 255);
  });
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

export function box(type: string, ...fields: Field[]): Uint8Array {
  const body = bytesOf(...fields);
  return bytesOf(body.byteLength + 8, type, body);
}

export const FTYP = box("ftyp", "isom", 512, "isom", "mp41");

/** A box with the 64-bit form of its length. */
export function largeBox(type: string, body: Uint8Array): Uint8Array {
  return bytesOf(1, type, 0, body.byteLength + 16, body);
}

function descriptor(tag: number, body: Uint8Array): Uint8Array {
  return bytesOf(Uint8Array.of(tag, 0x80, 0x80, 0x80, body.byteLength), body);
}

/** An `esds` for an object type indication (0x40: MPEG-4 audio) and an AudioSpecificConfig (default: AAC-LC, 44.1 kHz, mono). */
export function esds(indication = 0x40, specific = Uint8Array.of(0x12, 0x08)): Uint8Array {
  const decoder = descriptor(4, bytesOf(Uint8Array.of(indication, 0x15, 0, 0, 0), 0, 0, descriptor(5, specific)));
  return box("esds", 0, descriptor(3, bytesOf(Uint8Array.of(0, 1, 0), decoder, descriptor(6, Uint8Array.of(2)))));
}

/** An audio sample entry. */
export function soundEntry(type = "mp4a", ...children: Uint8Array[]): Uint8Array {
  return box(type, 0, 1, 0, 0, 0x10010, 0, 44_100 * 65_536, ...children);
}

/** QuickTime's version 1 of it: four more fields, and `esds` inside `wave`. */
export function quickTimeEntry(): Uint8Array {
  return box(
    "mp4a",
    0,
    1,
    0x10000,
    0,
    0x10010,
    0,
    44_100 * 65_536,
    1024,
    0,
    0,
    2,
    box("wave", box("frma", "mp4a"), esds()),
  );
}

export const TX3G_ENTRY = box("tx3g", 0, 1, new Uint8Array(38));

export type TrackRecipe = {
  handler?: string;
  entry?: Uint8Array;
  timescale?: number;
  samples: Uint8Array[];
  /** Runs of (count, delta); default: every sample lasts 1024. */
  stts?: [number, number][];
  samplesPerChunk?: number;
  edits?: { duration: number; mediaTime: number }[];
  language?: string;
  enabled?: boolean;
  chapters?: number[];
  co64?: boolean;
  selfContained?: boolean;
  /** Boxes that take the place of those of the same type in `stbl`, or of `mdhd` and `elst`. */
  replace?: Record<string, Uint8Array>;
};

export type MovieRecipe = {
  tracks: TrackRecipe[];
  moovFirst?: boolean;
  movieTimescale?: number;
  movieDuration?: number;
  /** Bytes of something else (a picture, say) before each chunk. */
  gapBytes?: number;
  /** Writes the chunks of each track last one first. */
  backwards?: boolean;
  extraInMoov?: Uint8Array[];
  afterMoov?: Uint8Array[];
  mdat?: (body: Uint8Array) => Uint8Array;
};

type Chunk = { track: number; index: number; body: Uint8Array };

function chunksOf(recipe: MovieRecipe): Chunk[] {
  const lists = recipe.tracks.map((track, number) => {
    const step = track.samplesPerChunk ?? 2;
    const count = Math.ceil(track.samples.length / step);
    return Array.from({ length: count }, (_, index) => ({
      track: number,
      index,
      body: bytesOfAll(track.samples.slice(index * step, (index + 1) * step)),
    }));
  });
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const chunks = Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
  return recipe.backwards === true ? chunks.toReversed() : chunks;
}

/** The whole file: `ftyp`, `mdat` and `moov` in one order or the other. */
export function writeMp4(recipe: MovieRecipe): Uint8Array {
  const gap = new Uint8Array(recipe.gapBytes ?? 0).fill(0x99);
  const chunks = chunksOf(recipe);
  const body = bytesOfAll(chunks.flatMap((chunk) => [gap, chunk.body]));
  const mdat = (recipe.mdat ?? ((bytes) => box("mdat", bytes)))(body);
  const bodyStart = mdat.byteLength - body.byteLength;
  const moovAt = (mediaStart: number) => {
    const offsets: number[][] = recipe.tracks.map(() => []);
    let at = mediaStart;
    for (const chunk of chunks) {
      at += gap.byteLength;
      const list = offsets[chunk.track];
      if (list !== undefined) list[chunk.index] = at;
      at += chunk.body.byteLength;
    }
    return writeMoov(recipe, offsets);
  };
  const after = bytesOf(...(recipe.afterMoov ?? []));
  if (recipe.moovFirst !== true) return bytesOf(FTYP, mdat, moovAt(FTYP.byteLength + bodyStart), after);
  const moovBytes = moovAt(0).byteLength;
  return bytesOf(FTYP, moovAt(FTYP.byteLength + moovBytes + bodyStart), after, mdat);
}

function writeMoov(recipe: MovieRecipe, offsets: number[][]): Uint8Array {
  const mvhd = box("mvhd", 0, 0, 0, recipe.movieTimescale ?? 1000, recipe.movieDuration ?? 0, new Uint8Array(80));
  const traks = recipe.tracks.map((track, index) => writeTrak(track, index + 1, offsets[index] ?? []));
  return box("moov", mvhd, ...traks, ...(recipe.extraInMoov ?? []));
}

function writeTrak(track: TrackRecipe, id: number, offsets: number[]): Uint8Array {
  const enabled = track.enabled === false ? 0 : 7;
  const elst = box(
    "elst",
    0,
    track.edits?.length ?? 0,
    ...(track.edits ?? []).flatMap((edit) => [edit.duration, edit.mediaTime, 0x10000]),
  );
  const language = bytesOf(track.language ?? "und").reduce((packed, letter) => packed * 32 + letter - 0x60, 0);
  const mdhd = box("mdhd", 0, 0, 0, track.timescale ?? 44_100, 0, language * 65_536);
  const flag = track.selfContained === false ? 0 : 1;
  const minf = box("minf", box("dinf", box("dref", 0, 1, box("url ", flag))), writeStbl(track, offsets));
  return box(
    "trak",
    box("tkhd", enabled, 0, 0, id, new Uint8Array(68)),
    ...(track.chapters === undefined ? [] : [box("tref", box("chap", ...track.chapters))]),
    ...(track.edits === undefined && track.replace?.["elst"] === undefined
      ? []
      : [box("edts", track.replace?.["elst"] ?? elst)]),
    box("mdia", track.replace?.["mdhd"] ?? mdhd, box("hdlr", 0, 0, track.handler ?? "soun", 0, 0, 0, 0), minf),
  );
}

function writeStbl(track: TrackRecipe, offsets: number[]): Uint8Array {
  const stts = track.stts ?? [[track.samples.length, 1024]];
  const tables: Record<string, Uint8Array> = {
    stsd: box("stsd", 0, 1, track.entry ?? soundEntry("mp4a", esds())),
    stts: box("stts", 0, stts.length, bytesOfAll(stts.flat())),
    stsc: box("stsc", 0, ...stscOf(track)),
    stsz: box("stsz", 0, 0, track.samples.length, bytesOfAll(track.samples.map((sample) => sample.byteLength))),
    stco:
      track.co64 === true
        ? box("co64", 0, offsets.length, bytesOfAll(offsets.flatMap((at) => [0, at])))
        : box("stco", 0, offsets.length, bytesOfAll(offsets)),
    ...track.replace,
  };
  return box("stbl", ...["stsd", "stts", "stsc", "stsz", "stco"].flatMap((type) => tables[type] ?? []));
}

/** Its count and entries: one run of full chunks, and a last chunk of what is left. */
function stscOf(track: TrackRecipe): number[] {
  const step = track.samplesPerChunk ?? 2;
  const full = Math.floor(track.samples.length / step);
  const rest = track.samples.length % step;
  const entries = [...(full > 0 ? [[1, step, 1]] : []), ...(rest > 0 ? [[full + 1, rest, 1]] : [])];
  return [entries.length, ...entries.flat()];
}

/** Samples that can be told apart: each is `bytes` long and full of its own number. */
export function numberedSamples(count: number, bytes = 16): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => {
    const sample = new Uint8Array(bytes).fill(index % 251);
    sample.set(bytesOf(index).subarray(0, Math.min(4, bytes)));
    return sample;
  });
}

/** One sample of timed text. */
export function textSample(text: Uint8Array | string, ...after: Uint8Array[]): Uint8Array {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return bytesOf(Uint8Array.of(bytes.byteLength >> 8, bytes.byteLength & 255), bytes, ...after);
}
