/**
 * Files that are made to keep a reader of recordings busy, for the timing fuzzer and its regression tests: repeated, empty, nested
 * and lying boxes, pages, elements, frames and chunks. Each grammar gives a file of about the size that is asked for, in bytes.
 */
import type { RecordingKind } from "#app/domain/recording-kind.ts";

export type ByteGrammar = { name: string; kind: RecordingKind; make: (size: number) => Uint8Array<ArrayBuffer> };

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const uint32 = (value: number) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const little32 = (value: number) => uint32(value).reverse();
const box = (type: string, body: readonly number[]) => [...uint32(body.length + 8), ...ascii(type), ...body];

/** `head`, then `piece` as often as there is room. */
function filled(head: readonly number[], piece: readonly number[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.max(head.length, size));
  bytes.set(head);
  for (let at = head.length; at + piece.length <= bytes.length; at += piece.length) bytes.set(piece, at);
  return bytes;
}

/** A box of the whole rest of the size, filled with a piece. */
function boxOf(before: readonly number[], type: string, piece: readonly number[], size: number) {
  const length = Math.max(16, size - before.length);
  return filled([...before, ...uint32(length), ...ascii(type)], piece, before.length + length);
}

const FTYP = box("ftyp", [...ascii("isom"), 0, 0, 2, 0, ...ascii("isomiso2mp41")]);
const EMPTY_MOOV = box("moov", box("mvhd", [...Array.from({ length: 12 }, () => 0), 0, 0, 3, 232, 0, 0, 3, 232]));

/** Boxes one in the other, as deep as there is room. */
function nested(type: string, size: number): Uint8Array<ArrayBuffer> {
  const depth = Math.floor((size - FTYP.length) / 8);
  const bytes = new Uint8Array(FTYP.length + depth * 8);
  bytes.set(FTYP);
  for (let level = 0; level < depth; level += 1) {
    bytes.set([...uint32((depth - level) * 8), ...ascii(type)], FTYP.length + level * 8);
  }
  return bytes;
}

const mp4 = (name: string, make: ByteGrammar["make"]): ByteGrammar => ({ name: `mp4: ${name}`, kind: "mp4", make });
const MP4: readonly ByteGrammar[] = [
  mp4("empty boxes", (size) => filled(FTYP, box("free", []), size)),
  mp4("unknown boxes", (size) => filled(FTYP, box("zzzz", [0]), size)),
  mp4("boxes of no size", (size) => filled(FTYP, [0, 0, 0, 0, ...ascii("free")], size)),
  mp4("boxes of an impossible size", (size) =>
    filled(FTYP, [0, 0, 0, 1, ...ascii("free"), 0, 0, 0, 0, 0, 0, 0, 16], size),
  ),
  mp4("movies without anything", (size) => filled(FTYP, box("moov", []), size)),
  mp4("a movie of empty boxes", (size) => boxOf(FTYP, "moov", box("free", []), size)),
  mp4("a movie of empty tracks", (size) => boxOf(FTYP, "moov", box("trak", []), size)),
  mp4("a movie of tracks of media", (size) => boxOf(FTYP, "moov", box("trak", box("mdia", box("minf", []))), size)),
  mp4("nested movies", (size) => nested("moov", size)),
  mp4("nested tracks", (size) => nested("trak", size)),
  mp4("empty fragments", (size) => filled([...FTYP, ...EMPTY_MOOV], box("moof", []), size)),
  mp4("fragments with empty tracks", (size) => filled([...FTYP, ...EMPTY_MOOV], box("moof", box("traf", [])), size)),
  mp4("one fragment of empty tracks", (size) => boxOf([...FTYP, ...EMPTY_MOOV], "moof", box("traf", []), size)),
  mp4("fragments of no size", (size) =>
    filled([...FTYP, ...EMPTY_MOOV], [...ascii("\0\0\0\0moof"), ...ascii("\0\0\0\0traf")], size),
  ),
  mp4("a fragment of no size of tracks of no size", (size) =>
    filled([...FTYP, ...EMPTY_MOOV, ...ascii("\0\0\0\0moof")], ascii("\0\0\0\0traf"), size),
  ),
  mp4("empty media data", (size) => filled([...FTYP, ...EMPTY_MOOV], box("mdat", []), size)),
  mp4("indexes", (size) =>
    filled(
      [...FTYP, ...EMPTY_MOOV],
      box(
        "sidx",
        Array.from({ length: 24 }, () => 0),
      ),
      size,
    ),
  ),
  mp4("zeros", (size) => new Uint8Array(size)),
];

const EBML_HEAD = [0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, ...ascii("webm")];
const SEGMENT = [0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const CLUSTER = [0x1f, 0x43, 0xb6, 0x75];
const webm = (name: string, make: ByteGrammar["make"]): ByteGrammar => ({ name: `webm: ${name}`, kind: "webm", make });
const WEBM_HEAD = [...EBML_HEAD, ...SEGMENT];
const WEBM: readonly ByteGrammar[] = [
  webm("voids", (size) => filled(WEBM_HEAD, [0xec, 0x80], size)),
  webm("empty clusters", (size) => filled(WEBM_HEAD, [...CLUSTER, 0x80], size)),
  webm("clusters of unknown size", (size) => filled(WEBM_HEAD, [...CLUSTER, 0xff], size)),
  webm("blocks", (size) => filled([...WEBM_HEAD, ...CLUSTER, 0xff], [0xa3, 0x84, 0x81, 0, 0, 0x80], size)),
  webm("empty tracks", (size) => filled(WEBM_HEAD, [0x16, 0x54, 0xae, 0x6b, 0x80], size)),
  webm("headers again and again", (size) => filled([], EBML_HEAD, size)),
  webm("segments of unknown size", (size) => filled(EBML_HEAD, SEGMENT, size)),
  webm("zeros", (size) => filled(WEBM_HEAD, [0], size)),
];

const page = (flags: number, lacing: readonly number[]) => [
  ...ascii("OggS"),
  0,
  flags,
  ...Array.from({ length: 20 }, () => 0),
  lacing.length,
  ...lacing,
];
const ogg = (name: string, make: ByteGrammar["make"]): ByteGrammar => ({ name: `ogg: ${name}`, kind: "ogg", make });
const OGG: readonly ByteGrammar[] = [
  ogg("empty pages", (size) => filled(page(2, []), page(0, []), size)),
  ogg("pages of empty packets", (size) =>
    filled(
      page(2, []),
      page(
        0,
        Array.from({ length: 255 }, () => 0),
      ),
      size,
    ),
  ),
  ogg("beginnings of pages", (size) => filled(page(2, []), ascii("OggS"), size)),
  ogg("halves of beginnings", (size) => filled(page(2, []), ascii("OggOgg"), size)),
  ogg("streams that begin", (size) => filled([], page(2, [1]), size)),
  ogg("zeros", (size) => filled(page(2, []), [0], size)),
];

const mp3 = (name: string, make: ByteGrammar["make"]): ByteGrammar => ({ name: `mp3: ${name}`, kind: "mp3", make });
const MP3: readonly ByteGrammar[] = [
  mp3("ones", (size) => filled([], [255], size)),
  mp3("beginnings of frames", (size) => filled([], [255, 251], size)),
  mp3("heads of frames without bodies", (size) => filled([], [255, 251, 0x10, 0], size)),
  mp3("tags", (size) => filled([], [...ascii("ID3"), 4, 0, 0, 0, 0, 0, 0], size)),
  mp3("endings", (size) => filled([255, 251, 0x10, 0], ascii("TAG"), size)),
  mp3("zeros", (size) => filled([255, 251, 0x10, 0], [0], size)),
];

const wav = (name: string, make: ByteGrammar["make"]): ByteGrammar => ({ name: `wav: ${name}`, kind: "wav", make });
const riff = (size: number) => [...ascii("RIFF"), ...little32(Math.max(0, size - 8)), ...ascii("WAVE")];
const WAV: readonly ByteGrammar[] = [
  wav("empty chunks", (size) => filled(riff(size), [...ascii("JUNK"), 0, 0, 0, 0], size)),
  wav("lists", (size) => filled(riff(size), [...ascii("LIST"), 4, 0, 0, 0, ...ascii("INFO")], size)),
  wav("formats", (size) => filled(riff(size), [...ascii("fmt "), 0, 0, 0, 0], size)),
  wav("zeros", (size) => filled(riff(size), [0], size)),
];

export const HOSTILE_BYTES: readonly ByteGrammar[] = [
  ...MP4,
  ...MP4.map((grammar) => ({ ...grammar, name: grammar.name.replace("mp4", "mov"), kind: "mov" as const })),
  ...WEBM,
  ...OGG,
  ...MP3,
  ...WAV,
];

/** Samples of caption tracks. */
export const HOSTILE_SAMPLES: readonly { name: string; make: (size: number) => Uint8Array<ArrayBuffer> }[] = [
  { name: "captions without anything", make: (size) => filled([], box("vttc", []), size) },
  { name: "captions with empty texts", make: (size) => filled([], box("vttc", box("payl", [])), size) },
  { name: "gaps", make: (size) => filled([], box("vtte", []), size) },
  { name: "boxes of no size", make: (size) => new Uint8Array(size) },
  { name: "one caption of empty texts", make: (size) => boxOf([], "vttc", box("payl", []), size) },
  { name: "texts of line breaks", make: (size) => filled([255, 255], [13], size) },
  { name: "texts in wide letters", make: (size) => filled([255, 255, 254, 255], [0, 65], size) },
];
