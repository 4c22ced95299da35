import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import { audioFileType } from "#app/media/audio-file-type.ts";
import { probeKind } from "#app/media/containers/probe-kind.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { ffmpeg, hasEncoders } from "#tests/support/decoded-by-ffmpeg.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { readWav } from "#workers/local/speech/read-wav.mjs";

/** Uncompressed sound goes to engines as WAV. ffmpeg gives the expected samples. */
const hasFfmpeg = hasEncoders("decoded PCM");

const SECONDS = 4;
/** Two tones that every sample rate can hold, one in each channel, so that a lost channel is detected. */
const TONES = "0.4*sin(2*PI*440*t)|0.3*sin(2*PI*1230*t)";

/** The recording's mono mix at a rate, by ffmpeg. */
function mixOf(path: string, rate: number): Float32Array {
  const bytes = ffmpeg("-i", path, "-vn", "-af", "pan=mono|c0=0.5*c0+0.5*c1", "-ar", String(rate), "-f", "f32le", "-");
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

async function windowsOf(path: string, kind: RecordingKind = "mov") {
  const source = memorySource(new Uint8Array(readFileSync(path)));
  const probe = await probeKind(source, kind, { fragments: "scan" });
  if (!probe.ok) throw new Error(probe.reason);
  expect(probe.value.audio.codec).toBe("pcm");
  const plans = planWindows(probe.value);
  const windows: { plan: (typeof plans)[number]; samples: Float32Array; rate: number; silences: unknown[] }[] = [];
  for (const plan of plans) {
    const { audio, silences } = await extractWindow(source, plan);
    expect(audioFileType(audio)).toEqual({ name: "window.wav", contentType: "audio/wav" });
    const wav = readWav(audio);
    windows.push({ plan, samples: meanOf(wav?.channelData ?? []), rate: wav?.sampleRate ?? 0, silences });
  }
  return { windows, durationMs: probe.value.durationMs };
}

/** Two channels of a call recorder stay apart; the recogniser's decoder takes their mean. */
function meanOf(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0)] = channels;
  return first.map((_, at) => channels.reduce((sum, channel) => sum + (channel[at] ?? 0), 0) / channels.length);
}

const FRAGMENTS = ["-movflags", "+frag_keyframe+empty_moov+default_base_moof", "-frag_duration", "1000000"];

const WAV = ["-f", "wav"];

/** Each row: name, ffmpeg's encoder, sample rate, expected rate of the window, and ffmpeg flags. */
const FORMATS: [name: string, encoder: string, rate: number, windowRate: number, flags: string[]][] = [
  ["sowt: 16 bits, low byte first, 48 kHz", "pcm_s16le", 48_000, 16_000, []],
  ["twos: 16 bits, high byte first, 44.1 kHz", "pcm_s16be", 44_100, 22_050, []],
  ["sowt at 16 kHz, which is left as it is", "pcm_s16le", 16_000, 16_000, []],
  ["twos at 8 kHz, a telephone's", "pcm_s16be", 8000, 8000, []],
  ["in24, high byte first", "pcm_s24be", 48_000, 16_000, []],
  ["in24, low byte first", "pcm_s24le", 96_000, 16_000, []],
  ["in32", "pcm_s32be", 32_000, 16_000, []],
  ["fl32, low byte first", "pcm_f32le", 48_000, 16_000, []],
  ["fl64, high byte first", "pcm_f64be", 48_000, 16_000, []],
  ["raw: 8 bits that count from 128", "pcm_u8", 22_050, 22_050, []],
  ["sowt in fragments", "pcm_s16le", 48_000, 16_000, FRAGMENTS],
  ["ulaw, a telephone's in America", "pcm_mulaw", 8000, 8000, []],
  ["alaw, a telephone's in Europe", "pcm_alaw", 8000, 8000, []],
  ["WAV with µ-law", "pcm_mulaw", 8000, 8000, WAV],
  ["WAV with A-law", "pcm_alaw", 16_000, 16_000, WAV],
  ["WAV with floating point", "pcm_f32le", 44_100, 22_050, WAV],
  ["WAV with 24 bits, which takes the longer form", "pcm_s24le", 48_000, 16_000, WAV],
];

describe.skipIf(!hasFfmpeg)("decoded PCM", { timeout: 120_000 }, () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "acta-pcm-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(FORMATS)("%s", async (_name, encoder, rate, expectedRate, flags) => {
    const kind = flags === WAV ? "wav" : "mov";
    const path = join(folder, `${encoder}-${rate}-${flags.length}.${kind}`);
    const source = `aevalsrc=${TONES}:s=${rate}:d=${SECONDS}`;
    ffmpeg("-f", "lavfi", "-i", source, "-ac", "2", "-c:a", encoder, ...flags, path);
    const { windows, durationMs } = await windowsOf(path, kind);
    expect(durationMs).toBe(SECONDS * 1000);
    expect(windows).toHaveLength(1);
    const [{ samples, rate: windowRate, silences }] = windows as [(typeof windows)[number]];
    expect(windowRate).toBe(expectedRate);
    expect(samples).toHaveLength(SECONDS * expectedRate);
    expect(silences).toEqual([]);
    const original = mixOf(path, expectedRate);
    // Filters ring at both ends, each one differently.
    const ring = expectedRate / 100;
    let most = 0;
    for (let at = ring; at < samples.length - ring; at++)
      most = Math.max(most, Math.abs((samples[at] ?? 0) - (original[at] ?? 0)));
    expect(most).toBeLessThan(encoder === "pcm_u8" ? 0.012 : 0.002);
  });

  test("frequencies above the band of the new rate leave no audible tone", async () => {
    const path = join(folder, "whistle.mov");
    ffmpeg("-f", "lavfi", "-i", `sine=f=13000:r=48000:d=${SECONDS}`, "-ac", "1", "-c:a", "pcm_s16le", path);
    const { windows } = await windowsOf(path);
    const loudest = Array.from(windows[0]?.samples ?? [])
      .slice(200, -200)
      .reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(loudest).toBeLessThan(0.001);
  });

  test("the windows of a long recording join to the exact sample, and each covers 3 s more on both sides", async () => {
    const path = join(folder, "long.mov");
    const noise = "anoisesrc=c=pink:r=16000:a=0.3:d=640:seed=7";
    ffmpeg("-f", "lavfi", "-i", noise, "-ac", "1", "-c:a", "pcm_s16le", path);
    const bytes = ffmpeg("-i", path, "-f", "s16le", "-");
    const original = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    const { windows } = await windowsOf(path);
    expect(windows.map(({ plan }) => [plan.startMs, plan.endMs])).toEqual([
      [0, 300_000],
      [300_000, 600_000],
      [600_000, 640_000],
    ]);
    let joined = 0;
    for (const { plan, samples } of windows) {
      const from = Math.round((plan.startMs - plan.audioStartMs) * 16);
      const core = samples.subarray(from, from + (plan.endMs - plan.startMs) * 16);
      for (const value of core) {
        if (Math.round(value * 32_768) !== original[joined]) throw new Error(`sample ${joined} differs`);
        joined++;
      }
    }
    expect(joined).toBe(original.length);
    expect(Math.round(windows[1]?.plan.audioStartMs ?? 0)).toBeLessThanOrEqual(297_000);
  });

  test("PCM that is quieter than any voice counts as silence, including room noise", async () => {
    const path = join(folder, "quiet.mov");
    const room = "anoisesrc=c=pink:r=48000:a=0.0005:d=2:seed=7";
    const inputs = ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=1", "-f", "lavfi", "-i", room];
    ffmpeg(...inputs, "-filter_complex", "[0][1]concat=n=2:v=0:a=1", "-c:a", "pcm_s16le", path);
    const { windows } = await windowsOf(path);
    expect(windows[0]?.silences).toEqual([{ startMs: 1000, endMs: 3000 }]);
  });
});
