import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import { audioFileType } from "#app/media/audio-file-type.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { probeKind } from "#app/media/containers/probe-kind.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { decodeMono, differenceMax, ffmpeg, hasEncoders } from "#tests/support/decoded-by-ffmpeg.ts";
import { memorySource } from "#tests/support/memory-source.ts";

const hasAll = hasEncoders("decoded kinds", "libopus", "libmp3lame", "libvorbis", "libx264", "flac", "aac");

const SECONDS = 50;
/** Cores of a tenth of their usual length: another border, and a tenth of the sound to encode and decode. */
const CORE_MS = 30_000;
const SOUND = (rate: number) => ["-f", "lavfi", "-i", `sine=f=220:beep_factor=4:r=${rate}:d=${SECONDS}`];
const PICTURE = ["-f", "lavfi", "-i", `testsrc2=s=32x32:r=1:d=${SECONDS}`];
const H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-shortest"];
const OPUS = ["-c:a", "libopus", "-b:a", "32k"];
const LONG_PAGES = ["-page_duration", "20000000"];
const ALBUM_ART = "-map 0:a -map 1:v -frames:v 1 -c:v png -disposition:v attached_pic".split(" ");
const MP3 = ["-c:a", "libmp3lame", "-b:a", "64k"];
const AAC = ["-c:a", "aac", "-b:a", "64k", "-aac_pns", "0"];

/** `tolerance`: by how much a sample may differ, of the loudest that there is; Opus' decoder keeps a trace of all that it ever heard. */
type Row = { name: string; kind: RecordingKind; rate: number; args: string[]; codec: string; tolerance: number };
const row = (name: string, kind: RecordingKind, rate: number, codec: string, args: string[], tolerance = 0): Row => ({
  name,
  kind,
  rate,
  args,
  codec,
  tolerance,
});
const ROWS: Row[] = [
  row("song.mp3", "mp3", 44_100, "mp3", MP3),
  // Album art of 2 MB before the first frame.
  row("cover.mp3", "mp3", 16_000, "mp3", [
    "-f",
    "lavfi",
    "-i",
    "nullsrc=s=900x800:r=1:d=1,geq=random(1)*255:random(2)*255:random(3)*255,format=rgb24",
    ...ALBUM_ART,
    "-id3v2_version",
    "3",
    ...MP3,
  ]),
  row("plain.mp3", "mp3", 16_000, "mp3", [
    "-c:a",
    "libmp3lame",
    "-q:a",
    "5",
    "-write_xing",
    "0",
    "-id3v2_version",
    "0",
  ]),
  row("studio.wav", "wav", 16_000, "pcm", ["-c:a", "pcm_s24le", "-ac", "2"], 1e-4),
  row("broadcast.wav", "wav", 16_000, "pcm", ["-c:a", "pcm_s16le", "-write_bext", "1", "-metadata", "title=Talk"]),
  row("large.wav", "wav", 16_000, "pcm", ["-c:a", "pcm_s16le", "-rf64", "always"]),
  row("voice.ogg", "ogg", 48_000, "opus", OPUS, 1e-3),
  row("song.ogg", "ogg", 22_050, "vorbis", ["-c:a", "libvorbis", "-q:a", "4", "-ac", "2"]),
  row("phone.ogg", "ogg", 8000, "vorbis", ["-c:a", "libvorbis", "-q:a", "-1"]),
  // Pages so long that packets stand in two of them.
  row("dense.ogg", "ogg", 48_000, "vorbis", ["-c:a", "libvorbis", "-q:a", "10", ...LONG_PAGES]),
  row(
    "dense.opus",
    "ogg",
    48_000,
    "opus",
    ["-c:a", "libopus", "-b:a", "200k", "-frame_duration", "60", ...LONG_PAGES],
    1e-3,
  ),
  row("flac.ogg", "ogg", 16_000, "flac", ["-c:a", "flac"]),
  row("vorbis.webm", "webm", 16_000, "vorbis", ["-c:a", "libvorbis", "-q:a", "2"]),
  row("vorbis.m4a", "m4a", 22_050, "vorbis", ["-c:a", "libvorbis", "-q:a", "3", "-f", "mp4"]),
  row("vorbis.mkv", "mkv", 16_000, "vorbis", [...H264, "-c:a", "libvorbis", "-q:a", "2", "-ac", "2"]),
  row("talk.webm", "webm", 48_000, "opus", OPUS, 1e-3),
  row("film.mkv", "mkv", 16_000, "aac", [...H264, ...AAC]),
  row("flac.mkv", "mkv", 16_000, "flac", ["-c:a", "flac"]),
  row("pcm.mkv", "mkv", 16_000, "pcm", ["-c:a", "pcm_s16le"]),
  row("voice.aac", "aac", 16_000, "aac", [...AAC, "-f", "adts"]),
  row("voice.m4a", "m4a", 44_100, "aac", [...AAC, "-f", "adts"]),
  row("studio.flac", "flac", 16_000, "flac", ["-c:a", "flac"]),
  row("large.flac", "flac", 48_000, "flac", [
    "-c:a",
    "flac",
    "-ac",
    "2",
    "-sample_fmt",
    "s32",
    "-compression_level",
    "0",
  ]),
  row("studio.aiff", "aiff", 16_000, "pcm", ["-c:a", "pcm_s24be", "-ac", "2"], 1e-4),
  row("logic.aiff", "aiff", 16_000, "pcm", ["-c:a", "pcm_s16le", "-f", "aiff"]),
  row("live.mkv", "mkv", 16_000, "mp3", [...MP3, "-f", "matroska", "-live", "1"]),
];

describe.skipIf(!hasAll)(`decoded kinds${hasAll ? "" : " (left out: needs ffmpeg)"}`, () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "acta-kinds-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(ROWS)(
    "the windows of $name decode to what it does there",
    async ({ name, kind, rate, args, ...expected }) => {
      const path = join(folder, name);
      const picture = args.includes("libx264") ? PICTURE : [];
      ffmpeg(...picture, ...SOUND(rate), ...args, path);
      const original = decodeMono(path);
      expect(original.some((sample) => Math.abs(sample) > 1000)).toBe(true);
      const source = memorySource(new Uint8Array(readFileSync(path)));
      const probe = await probeKind(source, kind, { fragments: "scan" });
      if (!probe.ok) throw new Error(probe.reason);
      expect(probe.value.audio.codec).toBe(expected.codec);
      expect(probe.value.hasVideo).toBe(picture.length > 0);
      const seconds = original.length / rate;
      expect(Math.abs(probe.value.durationMs / 1000 - seconds)).toBeLessThan(0.3);
      const plans = planWindows(probe.value, { coreMs: CORE_MS });
      expect(plans.map(({ startMs }) => startMs)).toEqual([0, CORE_MS]);
      for (const plan of plans) {
        const streamsBefore = source.use.streams;
        const window = await extractWindow(source, plan);
        expect(source.use.streams - streamsBefore).toBe(1);
        const file = join(folder, `${name}-${plan.index}.${audioFileType(window.audio).name}`);
        writeFileSync(file, window.audio);
        const samples = decodeMono(file);
        const start = Math.round((window.audioStartMs * rate) / 1000);
        const length = (window.audioEndMs - window.audioStartMs) / 1000;
        expect(samples.length / rate).toBeGreaterThan(length - 0.002);
        expect(samples.length / rate).toBeLessThan(length + 0.1);
        const heard = samples.subarray(0, Math.min(samples.length, original.length - start));
        expect(heard.length / rate).toBeGreaterThan(length - 0.1);
        expect(differenceMax(heard, original.subarray(start, start + heard.length))).toBeLessThanOrEqual(
          expected.tolerance,
        );
      }
    },
    240_000,
  );

  test("a WAV that was written to a pipe, without its sizes, is as long as its bytes", async () => {
    const path = join(folder, "pipe.wav");
    ffmpeg(...SOUND(16_000), "-c:a", "pcm_s16le", path);
    const bytes = new Uint8Array(readFileSync(path));
    const data = Buffer.from(bytes).indexOf("data");
    for (const at of [4, data + 4]) bytes.fill(0xff, at, at + 4);
    const probe = await probeKind(memorySource(bytes), "wav", { fragments: "scan" });
    expect(probe).toMatchObject({ ok: true, value: { durationMs: SECONDS * 1000 } });
  });
});
