import { expect, test } from "vitest";
import { MOOV_BYTES_MAX } from "#app/domain/limits/media.ts";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import {
  box,
  bytesOf,
  esds,
  FTYP,
  largeBox,
  type MovieRecipe,
  numberedSamples,
  quickTimeEntry,
  soundEntry,
  type TrackRecipe,
  writeMp4,
} from "#tests/support/write-mp4.ts";

const samples = numberedSamples(100);
const audio = (more: Partial<TrackRecipe> = {}): TrackRecipe => ({ samples, ...more });
const video: TrackRecipe = { handler: "vide", samples: numberedSamples(4), entry: box("avc1", new Uint8Array(78)) };
const file = (track: Partial<TrackRecipe>, more: Partial<MovieRecipe> = {}) =>
  writeMp4({ tracks: [video, audio(track)], ...more });
const whole = file({});
const faststart = file({}, { moovFirst: true });
const entry = (bytes: Uint8Array) => file({ entry: bytes });
const table = (type: string, ...fields: number[]) => file({ replace: { [type]: box(type, 0, ...fields) } });
const text = (letters: string) => new TextEncoder().encode(letters);

test.each<[string, string, Uint8Array]>([
  ["empty", "no bytes", new Uint8Array(0)],
  ["not-mp4", "seven bytes", whole.subarray(0, 7)],
  ["not-mp4", "a text file", text("Meeting notes, 21 November. Nothing here is a recording.")],
  ["not-mp4", "WebM", bytesOf(0x1a45dfa3, 0x9f428681, 0x01428287, "webm", new Uint8Array(64))],
  ["not-mp4", "zeros", new Uint8Array(5000)],
  ["not-mp4", "a file type box and nothing else", FTYP],
  ["not-mp4", "a file type box, then rubbish", bytesOf(FTYP, new Uint8Array(4000).fill(0xf7))],
  ["not-mp4", "a file type box of an absurd length", bytesOf(0x7fffffff, "ftyp", "isom", new Uint8Array(64))],
  ["truncated", "cut inside the file type box", FTYP.subarray(0, 20)],
  ["truncated", "moov last, cut inside the media", whole.subarray(0, 900)],
  ["truncated", "moov last, cut exactly behind the media", bytesOf(FTYP, box("mdat", new Uint8Array(64)))],
  ["truncated", "moov last, cut inside moov", whole.subarray(0, whole.byteLength - 40)],
  ["truncated", "moov first, cut inside the media", faststart.subarray(0, faststart.byteLength - 300)],
  [
    "truncated",
    "media to the end of the file, and a fifth of it is missing",
    file({}, { moovFirst: true, mdat: (body) => bytesOf(0, "mdat", body) }).subarray(0, -300),
  ],
  ["hostile", "a chunk behind the end of the file", table("stco", 50, ...Array.from({ length: 50 }, () => 0x70000000))],
  [
    "hostile",
    "a chunk at 64 bits' distance",
    file({ replace: { stco: box("co64", 0, 50, ...Array.from({ length: 100 }, () => 9)) } }),
  ],
  ["truncated", "media of 2^60 bytes", bytesOf(FTYP, 1, "mdat", 0x10000000, 0, new Uint8Array(100))],
  ["truncated", "the media is in another file", file({ selfContained: false })],
  ["hostile", "a box of four bytes", bytesOf(FTYP, 4, "free", new Uint8Array(20))],
  ["hostile", "a 64-bit length shorter than its header", bytesOf(FTYP, 1, "free", 0, 8, new Uint8Array(20))],
  ["hostile", "boxes without end and no movie", bytesOf(FTYP, ...Array.from({ length: 300 }, () => box("free")))],
  ["hostile", "an empty movie", bytesOf(FTYP, box("moov"))],
  ["hostile", "a movie of zeros", bytesOf(FTYP, box("moov", new Uint8Array(3000)))],
  [
    "hostile",
    "movies inside movies",
    bytesOf(
      FTYP,
      Array.from({ length: 2000 }).reduce<Uint8Array>((inner) => box("moov", inner), box("free")),
    ),
  ],
  ["hostile", "a box that reaches past its container", file({}, { extraInMoov: [bytesOf(500, "udta")] })],
  ["hostile", "a box inside the movie that leads back to itself", file({}, { extraInMoov: [bytesOf(2, "udta")] })],
  [
    "hostile",
    "a thousand boxes side by side",
    file({}, { extraInMoov: Array.from({ length: 1000 }, () => box("free")) }),
  ],
  ["hostile", "65 tracks", writeMp4({ tracks: Array.from({ length: 65 }, () => audio()) })],
  ["hostile", "a movie clock that stands still", file({}, { movieTimescale: 0 })],
  ["hostile", "a track clock that stands still", file({ timescale: 0 })],
  ["hostile", "a track clock of a gigahertz", file({ timescale: 1_000_000_000 })],
  ["hostile", "a track header too short for its fields", file({ replace: { mdhd: box("mdhd", 0, 0) } })],
  ["hostile", "four billion frames in twelve bytes", table("stsz", 1, 0xfffffff0)],
  ["hostile", "more frame sizes than the table holds", table("stsz", 0, 101, ...samples.map(() => 16))],
  ["hostile", "more chunk offsets than the table holds", table("stco", 0xffffffff, 1, 2, 3)],
  ["hostile", "chunks that begin at number zero", table("stsc", 1, 0, 2, 1)],
  ["hostile", "chunk numbers that go back", table("stsc", 3, 1, 2, 1, 9, 2, 1, 4, 2, 1)],
  ["hostile", "chunks of no frames", table("stsc", 1, 1, 0, 1)],
  [
    "hostile",
    "a hundred frames in one place",
    file({ replace: { stco: box("stco", 0, 100, ...samples.map(() => 40)), stsc: box("stsc", 0, 1, 1, 1, 1) } }),
  ],
  ["hostile", "fewer chunks than frames", table("stco", 1, 40)],
  ["hostile", "frames without a length of time", table("stts", 0)],
  [
    "hostile",
    "a thousand and one frames in an instant",
    writeMp4({
      tracks: [
        audio({
          samples: numberedSamples(1101),
          stts: [
            [1001, 1],
            [100, 1024],
          ],
        }),
      ],
    }),
  ],
  ["hostile", "a frame of 20 kB", writeMp4({ tracks: [audio({ samples: numberedSamples(3, 20_000) })] })],
  ["hostile", "an edit list that is longer than its box", file({ replace: { elst: box("elst", 0, 200, 1, 2) } })],
  [
    "hostile",
    "an edit list of a thousand cuts",
    file({ edits: Array.from({ length: 1000 }, () => ({ duration: 10, mediaTime: 0 })) }),
  ],
  ["hostile", "no table of chunks", file({ replace: { stco: box("free") } })],
  ["no-audio", "only a picture", writeMp4({ tracks: [video] })],
  ["no-audio", "an audio track of no frames", file({ samples: [] })],
  ["no-audio", "an edit list that plays nothing", file({ edits: [{ duration: 5000, mediaTime: 500_000 }] })],
  ["encrypted", "protected audio", entry(soundEntry("enca", esds()))],
  ["unsupported-codec", "Opus that does not say how to decode it", entry(soundEntry("Opus", box("dOps", 0)))],
  ["unsupported-codec", "FLAC that does not say how to decode it", entry(soundEntry("fLaC"))],
  ["unsupported-codec", "ALAC", entry(soundEntry("alac", box("alac", 0)))],
  ["unsupported-codec", "PCM whose bytes do not last as long as it says", entry(soundEntry("sowt"))],
  ["unsupported-codec", "AC-3", entry(soundEntry("ac-3", box("dac3", 0)))],
  ["unsupported-codec", "xHE-AAC", entry(soundEntry("mp4a", esds(0x40, Uint8Array.of(0xf9, 0x48, 0x40))))],
  ["unsupported-codec", "AAC that does not say how to decode it", entry(soundEntry("mp4a"))],
  [
    "unsupported-codec",
    "a descriptor whose length never ends",
    entry(soundEntry("mp4a", box("esds", 0, new Uint8Array(40).fill(0xff)))),
  ],
  ["unsupported-codec", "a decoder that changes on the way", table("stsc", 2, 1, 2, 1, 20, 2, 2)],
  [
    "needs-scan",
    "a movie that announces fragments",
    file({}, { extraInMoov: [box("mvex", box("trex", new Uint8Array(24)))] }),
  ],
  ["needs-scan", "fragments behind the movie", file({}, { afterMoov: [box("moof", box("mfhd", 0, 1))] })],
  ["fragmented", "fragments without a movie", bytesOf(FTYP, box("moof", box("mfhd", 0, 1)))],
  ["too-long", "thirteen hours", file({ stts: [[100, 44_100 * 468]] })],
  [
    "too-long",
    "a year in one frame",
    file({
      stts: [
        [99, 1024],
        [1, 0xffffffff],
      ],
      timescale: 100,
    }),
  ],
  [
    "too-long",
    "one hour played twenty times",
    file({
      stts: [[100, 44_100 * 36]],
      edits: Array.from({ length: 20 }, () => ({ duration: 3_600_000, mediaTime: 0 })),
    }),
  ],
])("%s: %s", async (reason, _what, bytes) => {
  const source = memorySource(bytes);
  expect(await probeRecording(source)).toEqual({ ok: false, reason });
  expect(source.use.reads).toBeLessThan(40);
});

/** A file of zeros behind `head`, of any size, that holds nothing. */
function sparseSource(head: Uint8Array, size: number) {
  const use = { bytes: 0 };
  const read = (start: number, end: number) => {
    const bytes = new Uint8Array(Math.min(end, size) - start);
    if (start < head.byteLength) bytes.set(head.subarray(start, start + bytes.byteLength));
    use.bytes += bytes.byteLength;
    return Promise.resolve(bytes);
  };
  return { size, use, read, stream: () => ({ next: () => Promise.resolve(null), cancel: () => Promise.resolve() }) };
}

test("a movie of 1.2 GB of zeros is refused without being read", async () => {
  const source = sparseSource(bytesOf(FTYP, 1_200_000_000, "moov"), 1_300_000_000);
  expect(await probeRecording(source)).toEqual({ ok: false, reason: "hostile" });
  expect(source.use.bytes).toBeLessThan(200_000);
});

test("a movie at the limit is looked into, one byte more is not", async () => {
  const atLimit = sparseSource(
    bytesOf(FTYP, MOOV_BYTES_MAX, "moov", box("mvhd", new Uint8Array(12), 1000, new Uint8Array(84))),
    80_000_000,
  );
  await probeRecording(atLimit);
  expect(atLimit.use.bytes).toBeLessThan(1_000_000);
});

test("a file over the limit of uploads is refused before a byte is read", async () => {
  const source = sparseSource(faststart, UPLOAD_BYTES_MAX + 1);
  expect(await probeRecording(source)).toEqual({ ok: false, reason: "too-large" });
  expect(source.use.bytes).toBe(0);
});

const frameMs = (count: number) => Math.round((count * 1024 * 1000) / 44_100);

test.each<[string, Uint8Array, Record<string, unknown>]>([
  ["moov last", whole, { durationMs: frameMs(100), hasVideo: true, captions: null }],
  ["moov first", faststart, { durationMs: frameMs(100) }],
  ["audio only", writeMp4({ tracks: [audio()] }), { hasVideo: false }],
  ["offsets of 64 bits", file({ co64: true }), { durationMs: frameMs(100) }],
  ["a media box of 64-bit length", file({}, { mdat: (body) => largeBox("mdat", body) }), { durationMs: frameMs(100) }],
  [
    "media to the end of the file",
    file({}, { moovFirst: true, mdat: (body) => bytesOf(0, "mdat", body) }),
    { durationMs: frameMs(100) },
  ],
  ["rubbish behind the movie", file({}, { afterMoov: [new Uint8Array(300).fill(0xab)] }), { durationMs: frameMs(100) }],
  ["QuickTime's own entry", entry(quickTimeEntry()), { audio: { codec: "aac", config: { channels: 1 } } }],
  ["chunks in reverse", file({}, { backwards: true }), { durationMs: frameMs(100) }],
  [
    "HE-AAC",
    entry(soundEntry("mp4a", esds(0x40, Uint8Array.of(0x2b, 0x09, 0x88, 0x00)))),
    { audio: { config: { objectType: 5, sampleRate: 48_000, channels: 1 } } },
  ],
  ["MP3", entry(soundEntry("mp4a", esds(0x6b))), { audio: { codec: "mp3" } }],
  ["MP3 of MPEG-2", entry(soundEntry("mp4a", esds(0x69))), { audio: { codec: "mp3" } }],
  ["QuickTime's MP3", entry(soundEntry(".mp3")), { audio: { codec: "mp3", config: { sampleRate: 44_100 } } }],
  ["Opus", entry(soundEntry("Opus", box("dOps", new Uint8Array(11)))), { audio: { codec: "opus" } }],
  ["FLAC", entry(soundEntry("fLaC", box("dfLa", new Uint8Array(42)))), { audio: { codec: "flac" } }],
  ["AAC of MPEG-2", entry(soundEntry("mp4a", esds(0x67))), { audio: { codec: "aac" } }],
  ["a table of times that ends early", file({ stts: [[60, 1024]] }), { durationMs: frameMs(100) }],
  ["a movie that says it lasts a year", file({}, { movieDuration: 0x7fffffff }), { durationMs: frameMs(100) }],
  [
    "a picture that goes on after the sound",
    writeMp4({ tracks: [{ ...video, timescale: 1000, stts: [[4, 2250]] }, audio()] }),
    { durationMs: 9000 },
  ],
  [
    "a late start",
    file({
      edits: [
        { duration: 500, mediaTime: -1 },
        { duration: 2000, mediaTime: 1024 },
      ],
    }),
    { durationMs: 2500, audio: { parts: [{ startMs: 500, mediaStart: 1024, mediaEnd: 1024 + 88_200 }] } },
  ],
  ["an edit to the end", file({ edits: [{ duration: 0, mediaTime: 1024 }] }), { durationMs: frameMs(99) }],
  ["a language", file({ language: "cat" }), { audio: { language: "cat" } }],
  ["no language", file({}), { audio: { language: null } }],
  [
    "an empty first track",
    writeMp4({ tracks: [audio({ samples: [] }), audio({ language: "fra" })] }),
    { audio: { language: "fra" } },
  ],
  [
    "a disabled first track",
    writeMp4({ tracks: [audio({ enabled: false, language: "eng" }), audio({ language: "spa" })] }),
    { audio: { language: "spa" } },
  ],
  [
    "Opus beside AAC",
    writeMp4({ tracks: [audio({ entry: soundEntry("Opus"), language: "eng" }), audio({ language: "spa" })] }),
    { audio: { language: "spa" } },
  ],
])("taken: %s", async (_what, bytes, expected) => {
  expect(await probeRecording(memorySource(bytes))).toMatchObject({ ok: true, value: expected });
});

test("of a large movie only the headers and the audio's tables are read", async () => {
  const pictureSizes = box("stsz", 0, 0, 2_500_000, new Uint8Array(10_000_000));
  const bytes = writeMp4({ tracks: [{ ...video, replace: { stsz: pictureSizes } }, audio()] });
  const source = memorySource(bytes);
  expect(await probeRecording(source)).toMatchObject({ ok: true });
  expect(source.use.bytes).toBeLessThan(400_000);
  expect(source.use.reads).toBeLessThan(10);
});

test("of a movie of usual size everything is read in two or three reads", async () => {
  for (const bytes of [whole, faststart]) {
    const source = memorySource(bytes);
    await probeRecording(source);
    expect(source.use.reads).toBeLessThanOrEqual(3);
  }
});

test("a source that gives fewer bytes than its size throws, because that is no fault of the file", async () => {
  const source = memorySource(whole);
  const short = {
    ...source,
    read: async (start: number, end: number) => (await source.read(start, end)).subarray(0, 10),
  };
  await expect(probeRecording(short)).rejects.toMatchObject({ name: "SourceChangedError" });
});
