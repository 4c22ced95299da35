/** The rows of every-recording.test.ts that are put together box by box: what ffmpeg cannot or will not make. */
import { writeFragmentedMp4 } from "#tests/support/write-fragmented-mp4.ts";
import {
  box,
  bytesOf,
  esds,
  FTYP,
  largeBox,
  numberedSamples,
  quickTimeEntry,
  soundEntry,
  type TrackRecipe,
  writeMp4,
} from "#tests/support/write-mp4.ts";
import type { Row } from "#tests/codecs/media/recording-row.ts";

const samples = numberedSamples(100);
const video: TrackRecipe = { handler: "vide", samples: numberedSamples(4), entry: box("avc1", new Uint8Array(78)) };
const boxes = (track: Partial<TrackRecipe>) => () => writeMp4({ tracks: [video, { samples, ...track }] });
const entry = (bytes: Uint8Array) => boxes({ entry: bytes });
const byBoxes = { codec: "aac", ms: 2322 };
/** Mono at 44.1 kHz, 16 bits: packets of 1024 frames. */
const pcm = (type: string, ...children: Uint8Array[]) =>
  boxes({ samples: numberedSamples(100, 2048), entry: soundEntry(type, ...children) });
const lpcm = (flags: number) =>
  box("lpcm", 0, 1, 0x20000, 0, 0x3fff0, 0xfffe0000, 0x10000, 72, 0x40e58880, 0, 1, 0x7f000000, 16, flags, 2, 1);
const heAac = esds(0x40, Uint8Array.of(0x2b, 0x92, 0x08, 0x00));

export const BY_BOXES: Row[] = [
  ["QuickTime's old sound description", entry(quickTimeEntry()), byBoxes],
  ["HE-AAC", entry(soundEntry("mp4a", heAac)), byBoxes],
  ["xHE-AAC", entry(soundEntry("mp4a", esds(0x40, Uint8Array.of(0xf9, 0x48, 0x40)))), "unsupported-codec"],
  ["an old phone: AMR", entry(soundEntry("samr", box("damr", 0))), "unsupported-codec"],
  ["a film: DTS", entry(soundEntry("dtsc", box("ddts", 0))), "unsupported-codec"],
  ["ISO PCM", pcm("ipcm", box("pcmC", 0, Uint8Array.of(1, 16))), { codec: "pcm", ms: 2322, wav: true }],
  ["ISO PCM that does not say its width", pcm("ipcm"), "unsupported-codec"],
  [
    "QuickTime's lpcm",
    boxes({ samples: numberedSamples(100, 2048), entry: lpcm(4) }),
    { codec: "pcm", ms: 2322, wav: true },
  ],
  ["PCM that says it lasts longer than its bytes", entry(soundEntry("twos")), "unsupported-codec"],
  ["the only sound track turned off", boxes({ enabled: false }), byBoxes],
  [
    "chunks last one first, offsets of 64 bits",
    () => writeMp4({ tracks: [{ samples, co64: true }], backwards: true }),
    byBoxes,
  ],
  [
    "media of the 64-bit form",
    () => writeMp4({ tracks: [{ samples }], mdat: (body) => largeBox("mdat", body) }),
    byBoxes,
  ],
  [
    "rubbish behind the end",
    () => writeMp4({ tracks: [{ samples }], afterMoov: [new Uint8Array(5000).fill(0xf7)] }),
    byBoxes,
  ],
  [
    "a header that tells of a day",
    () => writeFragmentedMp4({ tracks: [{ samples }], movieDuration: 86_400_000 }),
    byBoxes,
  ],
  [
    "a photo of a phone (HEIC)",
    () =>
      bytesOf(
        box("ftyp", "heic", 0, "mif1", "heic"),
        box("meta", 0, new Uint8Array(200)),
        box("mdat", new Uint8Array(500)),
      ),
    "not-mp4",
  ],
  ["nothing", () => new Uint8Array(0), "empty"],
  [
    "text",
    () => new TextEncoder().encode("Minutes of the meeting of 21 November. Nothing here is a recording."),
    "not-mp4",
  ],
  ["rubbish behind a true beginning", () => bytesOf(FTYP, new Uint8Array(4000).fill(0xf7)), "not-mp4"],
  ["the media in another file", boxes({ selfContained: false }), "truncated"],
  [
    "an attacker: four billion frames in twelve bytes",
    boxes({ replace: { stsz: box("stsz", 0, 0, 0xfffffff0) } }),
    "hostile",
  ],
  [
    "an attacker: four billion frames of one size",
    boxes({ replace: { stsz: box("stsz", 0, 4096, 0xfffffff0) } }),
    "hostile",
  ],
  [
    "an attacker: every frame in the same place",
    boxes({ replace: { stco: box("stco", 0, 50, ...Array.from({ length: 50 }, () => 40)) } }),
    "hostile",
  ],
  [
    "an attacker: PCM of more frames than there are bytes",
    boxes({ entry: soundEntry("sowt"), replace: { stsz: box("stsz", 0, 2, 0x7fffffff) } }),
    "hostile",
  ],
  [
    "an attacker: PCM whose chunks lie on each other",
    boxes({
      samples: numberedSamples(4, 2),
      stts: [[4, 1]],
      samplesPerChunk: 1,
      entry: soundEntry("sowt"),
      replace: { stsz: box("stsz", 0, 2, 4), stco: box("stco", 0, 4, 40, 40, 40, 40) },
    }),
    "hostile",
  ],
  [
    "an attacker: PCM of a thousand channels",
    entry(box("sowt", 0, 1, 0, 0, 0x03e80010, 0, 44_100 * 65_536)),
    "unsupported-codec",
  ],
  [
    "an attacker: PCM that plays at no speed",
    boxes({
      samples: numberedSamples(100, 2),
      stts: [[100, 0]],
      entry: soundEntry("sowt"),
      replace: { stsz: box("stsz", 0, 2, 100) },
    }),
    "unsupported-codec",
  ],
  [
    "an attacker: one hour played twenty times",
    boxes({
      stts: [[100, 44_100 * 36]],
      edits: Array.from({ length: 20 }, () => ({ duration: 3_600_000, mediaTime: 0 })),
    }),
    "too-long",
  ],
  [
    "an attacker: a thousand tracks",
    () => writeMp4({ tracks: Array.from({ length: 1000 }, () => ({ samples: [] })) }),
    "hostile",
  ],
  [
    "an attacker: a box that reaches past its parent",
    boxes({ entry: bytesOf(0x7fffffff, "mp4a", new Uint8Array(40)) }),
    "hostile",
  ],
];
