import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import { audioFileType } from "#app/media/audio-file-type.ts";
import { probeKind } from "#app/media/containers/probe-kind.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { ffmpeg, hasEncoders } from "#tests/support/decoded-by-ffmpeg.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { readWav } from "#workers/local/speech/read-wav.mjs";
import { decodeAudio, UnreadableAudio } from "#workers/local/speech/decode.mjs";
import { Resampler, SAMPLE_RATE } from "#workers/local/speech/resample.mjs";

const fixturePath = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const fixture = async (name: string) => new Uint8Array(await readFile(fixturePath(name)));

function samplesOf(bytes: Uint8Array): Int16Array {
  return new Int16Array(bytes.slice().buffer);
}

/** Ratio of the expected sound to its difference from the actual sound, in dB. */
function closeness(expected: Int16Array, actual: Int16Array): number {
  let signal = 0;
  let noise = 1;
  for (let at = 0; at < Math.min(expected.length, actual.length); at += 1) {
    signal += (expected[at] ?? 0) ** 2;
    noise += ((expected[at] ?? 0) - (actual[at] ?? 0)) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

/** Sine wave of a frequency in Hz. */
function wave(seconds: number, rate: number, hertz: number): Float32Array {
  return new Float32Array(seconds * rate).map((_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / rate));
}

function wavOf(channels: Float32Array[], rate: number): Uint8Array {
  const frames = channels[0]?.length ?? 0;
  const bytes = Buffer.alloc(44 + frames * channels.length * 2);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(channels.length, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * channels.length * 2, 28);
  bytes.writeUInt16LE(channels.length * 2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  for (let frame = 0; frame < frames; frame += 1) {
    for (const [channel, samples] of channels.entries()) {
      bytes.writeInt16LE(Math.round((samples[frame] ?? 0) * 32_767), 44 + (frame * channels.length + channel) * 2);
    }
  }
  return new Uint8Array(bytes);
}

test.each([
  [8000, 1000],
  [16_000, 1000],
  [22_050, 3000],
  [44_100, 440],
  [44_100, 6500],
  [48_000, 5000],
  [96_000, 200],
])("%i Hz is resampled to 16 kHz for any division into pieces: a tone of %i Hz keeps its frequency", (rate, hertz) => {
  const input = wave(1, rate, hertz);
  const resampler = new Resampler(rate, SAMPLE_RATE);
  const pieces: number[] = [];
  for (let at = 0; at < input.length; at += 777) pieces.push(...resampler.push(input.subarray(at, at + 777)));
  pieces.push(...resampler.flush());
  expect(pieces).toHaveLength(SAMPLE_RATE);
  const expected = wave(1, SAMPLE_RATE, hertz);
  const inner = (samples: ArrayLike<number>) => Int16Array.from(samples, (value) => value * 32_767).subarray(200, -200);
  expect(closeness(inner(expected), inner(pieces))).toBeGreaterThan(40);
});

test.each([
  [44_100, 12_000],
  [48_000, 9500],
])("frequencies that 16 kHz cannot hold do not come back as another tone: %i Hz, %i Hz", (rate, hertz) => {
  const resampler = new Resampler(rate, SAMPLE_RATE);
  const out = [...resampler.push(wave(1, rate, hertz)), ...resampler.flush()].slice(200, -200);
  expect(Math.max(...out.map(Math.abs))).toBeLessThan(0.005);
});

test.each([0, 3, 44_100.5, 1_000_000])("a rate of %d Hz is refused", (rate) => {
  expect(() => new Resampler(rate, SAMPLE_RATE)).toThrow(RangeError);
});

test("a WAV file in stereo is mixed; a truncated one ends with its last complete sample", async () => {
  const left = wave(1, 16_000, 300);
  const wav = wavOf([left, new Float32Array(left.length)], 16_000);
  const mixed = samplesOf(await decodeAudio(wav));
  expect(mixed).toHaveLength(SAMPLE_RATE);
  const half = Int16Array.from(left, (value) => (value / 2) * 32_767);
  expect(closeness(half.subarray(100, -100), mixed.subarray(100, -100))).toBeGreaterThan(40);
  expect(readWav(wav.subarray(0, 44 + 4 * 100 + 3))?.channelData[0]).toHaveLength(100);
  expect(readWav(new Uint8Array(100))).toBeNull();
});

test("a decoded window is as long as it is in the recording", async () => {
  const pcm = samplesOf(await decodeAudio(await fixture("talk.mp4")));
  expect(Math.abs(pcm.length / SAMPLE_RATE - 24.15)).toBeLessThan(0.05);
});

test.each(["no-audio.mp4", "talk.txt"])("%s is refused: it has nothing to decode", async (name) => {
  await expect(decodeAudio(await fixture(name))).rejects.toBeInstanceOf(UnreadableAudio);
});

test("a window with damaged bytes is either decoded or refused", {
  timeout: 120_000,
}, async () => {
  const files = [await fixture("talk.mp4"), await fixture("talk-vorbis.ogg")];
  for (const [seed, whole] of [1, 2, 3, 4, 5].flatMap((each) => files.map((file) => [each, file] as const))) {
    const broken = whole.slice(0, Math.floor((whole.length * seed) / 5.5));
    for (let hit = 0; hit < 40; hit += 1) broken[(hit * 7919 * seed) % broken.length] = (hit * 37) % 256;
    const outcome = await decodeAudio(broken).then(
      (pcm) => pcm.length <= 60 * SAMPLE_RATE * 2,
      (error: unknown) => error instanceof UnreadableAudio,
    );
    expect(outcome).toBe(true);
  }
});

const CODECS: { name: string; encoder: string; kind: RecordingKind; args: string[] }[] = [
  { name: "aac", encoder: "aac", kind: "mp4", args: ["-aac_pns", "0", "-ar", "48000", "-ac", "2"] },
  { name: "opus", encoder: "libopus", kind: "mp4", args: [] },
  { name: "mp3", encoder: "libmp3lame", kind: "mp4", args: [] },
  { name: "flac", encoder: "flac", kind: "mp4", args: ["-strict", "-2"] },
  { name: "flac in Ogg", encoder: "flac", kind: "ogg", args: [] },
  { name: "vorbis in stereo", encoder: "libvorbis", kind: "ogg", args: ["-ar", "48000", "-ac", "2", "-q:a", "8"] },
  { name: "vorbis of a telephone", encoder: "libvorbis", kind: "ogg", args: ["-ar", "8000", "-ac", "1", "-q:a", "-1"] },
  { name: "vorbis in WebM", encoder: "libvorbis", kind: "webm", args: ["-ar", "22050", "-ac", "1"] },
];

/** The first window of a recording, as the meeting sends it to an engine. */
async function firstWindow(recording: Uint8Array<ArrayBuffer>, kind: RecordingKind): Promise<Uint8Array> {
  const source = memorySource(recording);
  const probe = await probeKind(source, kind, { fragments: "scan" });
  const plan = probe.ok ? planWindows(probe.value)[0] : undefined;
  if (plan === undefined) throw new Error("no window");
  return (await extractWindow(source, plan)).audio;
}

for (const { name, encoder, kind, args } of CODECS) {
  const known = hasEncoders(`a window of ${name}`, encoder);
  describe.skipIf(!known)(`a window of ${name}${known ? "" : ` (left out: needs ffmpeg with ${encoder})`}`, () => {
    test("sounds the same as with another decoder", { timeout: 120_000 }, async () => {
      const folder = await mkdtemp(path.join(tmpdir(), "acta-decode-"));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const recording = path.join(folder, `recording.${kind}`);
      ffmpeg("-t", "8", "-i", fixturePath("talk.mp4"), "-vn", "-c:a", encoder, ...args, recording);
      const window = await firstWindow(new Uint8Array(await readFile(recording)), kind);
      const file = path.join(folder, audioFileType(window).name);
      await writeFile(file, window);
      const expected = samplesOf(ffmpeg("-i", file, "-ac", "1", "-ar", "16000", "-f", "s16le", "-"));
      const actual = samplesOf(await decodeAudio(window));
      expect(Math.abs(actual.length - expected.length)).toBeLessThan(0.1 * SAMPLE_RATE);
      expect(closeness(expected, actual)).toBeGreaterThan(25);
    });
  });
}
