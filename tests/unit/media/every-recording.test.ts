import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WINDOW_AUDIO_BYTES_MAX } from "#app/domain/limits.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import { extractWindow } from "#app/media/extract-window.ts";
import { planWindows } from "#app/media/plan-windows.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { memorySource } from "#tests/support/memory-source.ts";
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

/**
 * The one place to look at for what becomes of a file: what phones, conferencing tools, editors and attackers make, how it is
 * made here, and the answer. What is said of each kind in detail stands in the tests beside this one.
 */

/** Refused with a reason, or taken: by codec, length in ms (to 60 ms), windows, and what else the row is about. */
type Answer =
  | string
  | { codec: string; ms: number; windows?: number; language?: string; captions?: boolean; wav?: boolean };
type Row = [what: string, make: (folder: string) => Uint8Array, answer: Answer, language?: MeetingLanguage];

const encoders = spawnSync("ffmpeg", ["-hide_banner", "-encoders"], { encoding: "utf8" }).stdout ?? "";
const has = (...names: string[]) => names.every((name) => new RegExp(` ${name} `).test(encoders));
const everyEncoder = has("aac", "libx264", "libopus", "libmp3lame", "flac", "alac", "ac3", "eac3", "mov_text");
if (!everyEncoder) {
  // oxlint-disable-next-line no-console -- what is left out is said where everybody sees it
  console.log(
    "LEFT OUT: 'every recording, by ffmpeg' needs ffmpeg with its usual encoders (Debian: apt-get install ffmpeg)",
  );
}

const PICTURE = ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=10:d=3"];
const SOUND = ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=3"];
const H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];
const AAC = ["-c:a", "aac", "-b:a", "64k"];
const FRAGMENTS = "+frag_keyframe+empty_moov+default_base_moof";

function ffmpeg(folder: string, name: string, ...args: string[]): Uint8Array {
  const path = join(folder, name);
  const run = spawnSync("ffmpeg", ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", ...args, path]);
  if (run.status !== 0) throw new Error(run.stderr.toString());
  return new Uint8Array(readFileSync(path));
}

/** Picture and sound, packed as the arguments say. */
const film =
  (name: string, ...args: string[]) =>
  (folder: string) =>
    ffmpeg(folder, name, ...PICTURE, ...SOUND, ...H264, ...AAC, ...args);
const soundIn =
  (name: string, ...args: string[]) =>
  (folder: string) =>
    ffmpeg(folder, name, ...SOUND, ...args);
const cut = (make: (folder: string) => Uint8Array, share: number) => (folder: string) => {
  const bytes = make(folder);
  return bytes.subarray(0, Math.floor(bytes.byteLength * share));
};
const taken = { codec: "aac", ms: 3000, windows: 1 };
/** Name a file of text, and ffmpeg reads it. */
const subtitles = (folder: string, name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const SRT = "1\n00:00:00,500 --> 00:00:02,000\nThe rent goes up.\n";

const BY_FFMPEG: Row[] = [
  ["a phone: moov last", film("phone.mp4"), taken],
  ["a phone: QuickTime with a time code track", film("phone.mov", "-timecode", "01:00:00:00"), taken],
  ["a phone: HEVC and AAC", film("hevc.mov", "-tag:v", "hvc1", "-c:v", has("libx265") ? "libx265" : "libx264"), taken],
  ["a voice memo under another name", soundIn("memo.mp4", ...AAC), taken],
  [
    "a song with its cover",
    (folder) => {
      const maps = ["-map", "0:v", "-map", "1:a", "-frames:v", "1", "-c:v", "mjpeg", "-disposition:v", "attached_pic"];
      return ffmpeg(folder, "cover.m4a", ...PICTURE, ...SOUND, ...maps, ...AAC);
    },
    taken,
  ],
  ["Zoom: mono at 16 kHz", film("zoom.mp4", "-ar", "16000", "-ac", "1"), taken],
  [
    "Meet: moov first, stereo at 44.1 kHz",
    film("meet.mp4", "-ar", "44100", "-ac", "2", "-movflags", "+faststart"),
    taken,
  ],
  ["Teams: fragments with an index", film("teams.mp4", "-movflags", `${FRAGMENTS}+dash+global_sidx`), taken],
  ["fragments for each track", film("separate.mp4", "-movflags", `${FRAGMENTS}+separate_moof`), taken],
  [
    "a browser's recorder: Opus in fragments, no length in the header",
    (folder) =>
      ffmpeg(folder, "recorder.mp4", ...PICTURE, ...SOUND, ...H264, "-c:a", "libopus", "-movflags", FRAGMENTS),
    { codec: "opus", ms: 3000 },
  ],
  [
    "a browser's recorder: WebM under another name",
    (folder) => {
      ffmpeg(folder, "recorder.webm", ...SOUND, "-c:a", "libopus");
      return new Uint8Array(readFileSync(join(folder, "recorder.webm")));
    },
    "not-mp4",
  ],
  ["surround sound", film("surround.mp4", "-ac", "6"), taken],
  [
    "a third of a second",
    (folder) => ffmpeg(folder, "short.mp4", ...SOUND, "-t", "0.3", ...AAC),
    { codec: "aac", ms: 300, windows: 1 },
  ],
  [
    "sound that begins later",
    (folder) =>
      ffmpeg(
        folder,
        "later.mp4",
        ...PICTURE,
        "-itsoffset",
        "1",
        ...SOUND,
        "-map",
        "0:v",
        "-map",
        "1:a",
        ...H264,
        ...AAC,
      ),
    { codec: "aac", ms: 4000, windows: 1 },
  ],
  [
    "cut out of a longer one, with its old times",
    (folder) => {
      ffmpeg(folder, "longer.mp4", ...PICTURE, ...SOUND, ...H264, ...AAC);
      return ffmpeg(folder, "cutout.mp4", "-ss", "1", "-i", join(folder, "longer.mp4"), "-copyts", "-c", "copy");
    },
    { codec: "aac", ms: 3000 },
  ],
  ["an interpreter in the second track, asked for by language", twoTracks, { ...taken, language: "spa" }, "es"],
  ["an interpreter in the second track, not asked for", twoTracks, { ...taken, language: "eng" }, "fr"],
  [
    "captions of the 3GPP kind",
    (folder) => {
      const captions = ["-i", subtitles(folder, "words.srt", SRT), "-c:s", "mov_text"];
      return ffmpeg(folder, "captions.mp4", ...PICTURE, ...SOUND, ...captions, ...H264, ...AAC);
    },
    { ...taken, captions: true },
  ],
  ["Opus", soundIn("opus.mp4", "-c:a", "libopus"), { codec: "opus", ms: 3000 }],
  ["MP3", soundIn("mp3.mp4", "-c:a", "libmp3lame"), { codec: "mp3", ms: 3000 }],
  ["MP3 in QuickTime", soundIn("mp3.mov", "-c:a", "libmp3lame"), { codec: "mp3", ms: 3000 }],
  ["FLAC", soundIn("flac.mp4", "-c:a", "flac", "-strict", "-2"), { codec: "flac", ms: 3000 }],
  ["PCM of a camera", film("pcm.mov", "-c:a", "pcm_s16be"), { codec: "pcm", ms: 3000, wav: true }],
  ["PCM of an editor, 24 bits", film("pcm24.mov", "-c:a", "pcm_s24le"), { codec: "pcm", ms: 3000, wav: true }],
  ["a telephone's µ-law", soundIn("ulaw.mov", "-ar", "8000", "-c:a", "pcm_mulaw"), "unsupported-codec"],
  ["AC-3", film("ac3.mp4", "-c:a", "ac3"), "unsupported-codec"],
  ["E-AC-3", film("eac3.mp4", "-c:a", "eac3"), "unsupported-codec"],
  ["ALAC", soundIn("alac.m4a", "-c:a", "alac"), "unsupported-codec"],
  [
    "encrypted",
    film(
      "drm.mp4",
      "-encryption_scheme",
      "cenc-aes-ctr",
      "-encryption_key",
      "0123456789abcdef0123456789abcdef",
      "-encryption_kid",
      "fedcba9876543210fedcba9876543210",
    ),
    "encrypted",
  ],
  ["no sound", (folder) => ffmpeg(folder, "mute.mp4", ...PICTURE, ...H264), "no-audio"],
  ["an upload that broke off, moov last", cut(film("broken.mp4"), 0.7), "truncated"],
  ["an upload that broke off, moov first", cut(film("broken-first.mp4", "-movflags", "+faststart"), 0.7), "truncated"],
  [
    "an upload that broke off, in fragments",
    cut(film("broken-fragments.mp4", "-g", "5", "-movflags", FRAGMENTS), 0.7),
    "truncated",
  ],
  ["an MP3 under another name", soundIn("song.mp3"), "not-mp4"],
  ["a WAV under another name", soundIn("song.wav"), "not-mp4"],
  ["AAC without a container", soundIn("song.aac", ...AAC), "not-mp4"],
  ["a television's transport stream", film("television.ts"), "not-mp4"],
];

function twoTracks(folder: string): Uint8Array {
  const maps = ["-map", "0:v", "-map", "1:a", "-map", "1:a"];
  const spoken = ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=spa"];
  return ffmpeg(folder, "two.mp4", ...PICTURE, ...SOUND, ...maps, ...H264, ...AAC, ...spoken);
}

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

const BY_BOXES: Row[] = [
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
    "truncated",
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

async function answerTo(bytes: Uint8Array, language?: MeetingLanguage) {
  const source = memorySource(bytes);
  const probe = await probeRecording(source, { fragments: "scan", ...(language === undefined ? {} : { language }) });
  // No look at a recording holds more than a movie of usual size at once, or reads the file more than once.
  expect(source.use.largestRead).toBeLessThanOrEqual(8 * 1024 * 1024);
  expect(source.use.bytes).toBeLessThanOrEqual(2 * bytes.byteLength + 1024 * 1024);
  if (!probe.ok) return probe.reason;
  const { audio, captions, durationMs } = probe.value;
  const plans = planWindows(probe.value);
  const windows = [];
  for (const plan of plans) windows.push((await extractWindow(source, plan)).audio);
  for (const window of windows) expect(window.byteLength).toBeLessThanOrEqual(WINDOW_AUDIO_BYTES_MAX);
  const wav = windows.every((window) => String.fromCharCode(...window.subarray(0, 4)) === "RIFF");
  return {
    codec: audio.codec,
    ms: durationMs,
    windows: plans.length,
    language: audio.language,
    captions: captions !== null,
    wav,
  };
}

async function expectAnswer(folder: string, [, make, answer, language]: Row): Promise<void> {
  const given = await answerTo(make(folder), language);
  if (typeof answer === "string" || typeof given === "string") return expect(given).toEqual(answer);
  const { ms, ...rest } = answer;
  expect(given).toMatchObject(rest);
  expect(Math.abs(given.ms - ms)).toBeLessThanOrEqual(60);
}

test.each(BY_BOXES)("%s", async (...row) => expectAnswer("", row));

describe.skipIf(!everyEncoder)("every recording, by ffmpeg", { timeout: 60_000 }, () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "acta-every-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  test.each(BY_FFMPEG)("%s", async (...row) => expectAnswer(folder, row));
});

test("an attacker: 1.2 GB of nothing called a movie is refused by its length", async () => {
  const size = 1_200_000_000;
  const head = bytesOf(FTYP, size - FTYP.byteLength, "moov");
  let asked = 0;
  const read = (start: number, end: number) => {
    const bytes = new Uint8Array(Math.min(end, size) - start);
    if (start < head.byteLength) bytes.set(head.subarray(start, start + bytes.byteLength));
    asked += bytes.byteLength;
    return Promise.resolve(bytes);
  };
  const stream = () => ({ next: () => Promise.resolve(null), cancel: () => Promise.resolve() });
  expect(await probeRecording({ size, read, stream })).toEqual({ ok: false, reason: "hostile" });
  expect(asked).toBeLessThan(200_000);
});
