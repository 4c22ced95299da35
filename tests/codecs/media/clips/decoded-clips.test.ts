import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import { type ClipType, planClip } from "#app/media/clips/plan-clip.ts";
import { differenceMax, ffmpeg, hasEncoders } from "#tests/support/decoded-by-ffmpeg.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { readClip } from "#tests/support/read-clip.ts";

const hasAll = hasEncoders("decoded clips", "libopus", "libmp3lame", "libvorbis", "libx264", "libvpx", "flac", "aac");

/** Whole frames of AAC at 48 kHz: the padding of a last one would be taken for the lateness of its first (`isLate`). */
const SECONDS = 16;
const PICTURES_A_SECOND = 25;
/** Neither a frame of sound nor one of the picture begins here. */
const RANGE = { fromMs: 5310, toMs: 9770 };
/** A tone that rises: no moment sounds like another. */
const SOUND = (rate: number) => ["-f", "lavfi", "-i", `aevalsrc=0.4*sin(2*PI*(200+40*t)*t):s=${rate}:d=${SECONDS}`];
const PICTURE = ["-f", "lavfi", "-i", `testsrc2=s=160x90:r=${PICTURES_A_SECOND}:d=${SECONDS}`];
const split = (args: string) => args.split(" ");
const H264 = split("-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 60");
const B_FRAMES = split("-c:v libx264 -preset veryfast -bf 3 -pix_fmt yuv420p -g 60");
const VP8 = split("-c:v libvpx -deadline realtime -cpu-used 8 -g 60");
const VP9 = split("-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 60");
const AAC = split("-c:a aac -b:a 64k -aac_pns 0");
const OPUS = split("-c:a libopus -b:a 48k");
const MP3 = split("-c:a libmp3lame -b:a 64k");
const FRAGMENTS = split("-movflags frag_keyframe+empty_moov+default_base_moof");

/** `tolerance`: by how much a sample may differ, of full scale. Opus' decoder keeps a trace of all that it ever heard. */
type Row = {
  name: string;
  kind: RecordingKind;
  rate: number;
  args: string[];
  type: ClipType;
  tolerance?: number;
  /** Its first frame of sound lasts longer than it sounds, which a decoder to a file without times leaves out. */
  isLate?: true;
  /** Begins with a whole packet at or before the moment. */
  isRounded?: true;
};
const OPUS_TRACE = 2e-3;
const ROWS: Row[] = [
  { name: "plain.mp4", kind: "mp4", rate: 44_100, args: [...H264, ...AAC], type: "video/mp4" },
  { name: "b-frames.mp4", kind: "mp4", rate: 48_000, args: [...B_FRAMES, ...AAC], type: "video/mp4" },
  {
    name: "no-edits.mp4",
    kind: "mp4",
    rate: 48_000,
    args: [...B_FRAMES, ...AAC, "-use_editlist", "0"],
    type: "video/mp4",
    isLate: true,
  },
  {
    name: "fragments.mp4",
    kind: "mp4",
    rate: 48_000,
    args: [...B_FRAMES, ...AAC, ...FRAGMENTS],
    type: "video/mp4",
    isLate: true,
  },
  { name: "opus.mp4", kind: "mp4", rate: 48_000, args: [...H264, ...OPUS], type: "video/mp4", tolerance: OPUS_TRACE },
  { name: "quicktime.mov", kind: "mov", rate: 44_100, args: [...B_FRAMES, ...AAC], type: "video/mp4" },
  { name: "pcm.mov", kind: "mov", rate: 48_000, args: [...H264, "-c:a", "pcm_s16le"], type: "video/mp4" },
  { name: "mp3.mov", kind: "mov", rate: 44_100, args: [...H264, ...MP3], type: "video/mp4" },
  { name: "vp8.webm", kind: "webm", rate: 48_000, args: [...VP8, ...OPUS], type: "video/mp4", tolerance: OPUS_TRACE },
  { name: "vp9.webm", kind: "webm", rate: 48_000, args: [...VP9, ...OPUS], type: "video/mp4", tolerance: OPUS_TRACE },
  { name: "b-frames.mkv", kind: "mkv", rate: 48_000, args: [...B_FRAMES, ...AAC], type: "video/mp4" },
  { name: "voice.webm", kind: "webm", rate: 48_000, args: OPUS, type: "audio/mp4", tolerance: OPUS_TRACE },
  { name: "voice.m4a", kind: "m4a", rate: 44_100, args: AAC, type: "audio/mp4" },
  { name: "voice-adts.m4a", kind: "m4a", rate: 44_100, args: [...AAC, "-f", "adts"], type: "audio/mp4" },
  { name: "voice.aac", kind: "aac", rate: 16_000, args: [...AAC, "-f", "adts"], type: "audio/mp4" },
  { name: "voice.mp3", kind: "mp3", rate: 44_100, args: MP3, type: "audio/mp4" },
  { name: "voice.flac", kind: "flac", rate: 16_000, args: ["-c:a", "flac"], type: "audio/mp4" },
  { name: "voice.opus", kind: "ogg", rate: 48_000, args: OPUS, type: "audio/mp4", tolerance: OPUS_TRACE },
  {
    name: "dense.opus",
    kind: "ogg",
    rate: 48_000,
    args: split("-c:a libopus -b:a 200k -frame_duration 60 -page_duration 20000000"),
    type: "audio/mp4",
    tolerance: OPUS_TRACE,
  },
  {
    name: "song.ogg",
    kind: "ogg",
    rate: 22_050,
    args: split("-c:a libvorbis -q:a 4"),
    type: "audio/ogg",
    isRounded: true,
  },
  { name: "studio.wav", kind: "wav", rate: 44_100, args: split("-c:a pcm_s24le -ac 2"), type: "audio/wav" },
  { name: "phone.wav", kind: "wav", rate: 8000, args: split("-c:a pcm_alaw"), type: "audio/wav" },
  {
    name: "studio.aiff",
    kind: "aiff",
    rate: 16_000,
    args: split("-c:a pcm_s16be"),
    type: "audio/wav",
    tolerance: 1e-4,
  },
];

const WIDTH = 32;
const HEIGHT = 18;

const hasPicture = ({ args }: Pick<Row, "args">) => args.includes("-c:v");
const RATES = [...new Set(ROWS.map(({ rate }) => rate))];

/** Makes all files by one run of ffmpeg: to start it 23 times takes longer than the encoding. */
function makeAll(folder: string): void {
  const outputs = ROWS.flatMap((row) => [
    ...(hasPicture(row) ? ["-map", "0:v"] : []),
    "-map",
    `${1 + RATES.indexOf(row.rate)}:a`,
    ...row.args,
    join(folder, row.name),
  ]);
  ffmpeg(...PICTURE, ...RATES.flatMap(SOUND), ...outputs);
}

/**
 * The arguments that decode a file, the input of that number: its sound as one channel at its own rate, and the frames of its picture, small and grey, in
 * the order in which they are shown.
 */
function outputsOf(path: string, isSeen: boolean, input = 0): string[] {
  const sound = ["-map", `${input}:a:0`, "-ac", "1", "-f", "s16le", "-c:a", "pcm_s16le", `${path}.pcm`];
  const scale = `scale=${WIDTH}:${HEIGHT}:flags=area,format=gray`;
  const picture = ["-map", `${input}:v:0`, "-fps_mode", "passthrough", "-vf", scale, "-f", "rawvideo", `${path}.grey`];
  return isSeen ? [...sound, ...picture] : sound;
}

/** The same for all files, by one run. */
function decodeAll(folder: string): void {
  const paths = ROWS.map(({ name }) => join(folder, name));
  const outputs = ROWS.flatMap((row, input) => outputsOf(join(folder, row.name), hasPicture(row), input));
  ffmpeg(...paths.flatMap((path) => ["-i", path]), ...outputs);
}

/** Decodes a clip. Fails for anything that a decoder reports. */
function decodeClip(path: string, isSeen: boolean): void {
  const args = ["-v", "error", "-xerror", "-nostdin", "-y", "-i", path, ...outputsOf(path, isSeen)];
  const run = spawnSync("ffmpeg", args, { encoding: "utf8" });
  expect([run.status, run.stderr]).toEqual([0, ""]);
}

function readDecoded(path: string, isSeen: boolean): { sound: Int16Array; pictures: Buffer[] } {
  const bytes = readFileSync(`${path}.pcm`);
  const frames = isSeen ? readFileSync(`${path}.grey`) : Buffer.alloc(0);
  const pictures: Buffer[] = [];
  for (let at = 0; at + WIDTH * HEIGHT <= frames.byteLength; at += WIDTH * HEIGHT)
    pictures.push(frames.subarray(at, at + WIDTH * HEIGHT));
  const sound = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return { sound, pictures };
}

type Track = { codec_type: string; duration: number; start_time: number };

/** Numbers that ffprobe knows of the first tracks of sound and picture, in seconds. */
function probe(path: string): { sound: Track; picture: Track | undefined } {
  const asked = ["-show_entries", "stream=codec_type,duration,start_time", "-of", "json"];
  const run = spawnSync("ffprobe", ["-v", "error", ...asked, path], { encoding: "utf8" });
  expect(run.stderr).toBe("");
  const { streams } = JSON.parse(run.stdout) as { streams: Record<keyof Track, string>[] };
  const of = (type: string): Track | undefined => {
    const found = streams.find(({ codec_type }) => codec_type === type);
    return found && { codec_type: type, duration: Number(found.duration), start_time: Number(found.start_time) };
  };
  return {
    sound: of("audio") ?? { codec_type: "audio", duration: Number.NaN, start_time: Number.NaN },
    picture: of("video"),
  };
}

describe.skipIf(!hasAll)(`decoded clips${hasAll ? "" : " (left out: needs ffmpeg)"}`, () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "acta-clips-"));
    makeAll(folder);
    decodeAll(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(ROWS)(
    "a clip of $name decodes to what it does there, from the exact moment on",
    async ({ name, kind, rate, args, type, tolerance = 0, isLate, isRounded }) => {
      const path = join(folder, name);
      const isSeen = hasPicture({ args });
      const source = memorySource(new Uint8Array(readFileSync(path)));
      const plan = await planClip(source, RANGE, { kind });
      if (!plan.ok) throw new Error(plan.reason);
      const { startsAtMs, endsAtMs } = plan.value;
      expect(plan.value.type).toBe(type);
      expect(RANGE.fromMs - startsAtMs).toBeGreaterThanOrEqual(0);
      expect(RANGE.fromMs - startsAtMs).toBeLessThan(isRounded ? 100 : 1e-9);
      expect(Math.abs(endsAtMs - RANGE.toMs)).toBeLessThan(isRounded ? 100 : 1);
      const clip = join(folder, `clip-of-${name}.${type.slice(6)}`);
      writeFileSync(clip, await readClip(source, plan.value));
      const lengthS = (endsAtMs - startsAtMs) / 1000;
      const { sound: original, pictures } = readDecoded(path, isSeen);
      const known = isLate ? probe(path) : null;
      const lateS = known ? known.sound.duration - original.length / rate : 0;
      decodeClip(clip, isSeen);
      const { sound: heard, pictures: shown } = readDecoded(clip, isSeen);
      expect(Math.abs(heard.length / rate - lengthS)).toBeLessThan(0.1);
      const start = Math.round((startsAtMs / 1000 - lateS) * rate);
      const length = Math.min(heard.length, Math.round(lengthS * rate));
      const there = original.subarray(start, start + length);
      expect(differenceMax(heard.subarray(0, length), there)).toBeLessThanOrEqual(tolerance);
      expect(Math.abs(probe(clip).sound.duration - lengthS)).toBeLessThan(0.06);

      if (!isSeen) return;
      expect(plan.value).toMatchObject({ width: 160, height: 90 });
      // The picture that is shown at the beginning of the range, or the one behind it: decoders of edit lists differ there.
      const beginS = startsAtMs / 1000 - (known?.picture?.start_time ?? 0);
      const first = Math.floor(beginS * PICTURES_A_SECOND);
      const begin = [first, first + 1].find((index) => pictures[index]?.equals(shown[0] ?? Buffer.alloc(0)));
      expect(begin).toBeDefined();
      expect(Math.abs(shown.length - lengthS * PICTURES_A_SECOND)).toBeLessThanOrEqual(2);
      for (const [index, picture] of shown.entries())
        expect(pictures[(begin ?? 0) + index]?.equals(picture)).toBe(true);
    },
    240_000,
  );
});
