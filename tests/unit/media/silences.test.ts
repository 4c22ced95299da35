import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { probeRecording } from "#app/media/probe-recording.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { isSilentFrame, type Silence } from "#app/media/windows/find-silences.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { memorySource } from "#tests/support/memory-source.ts";

/** Finds stretches without sound, without decoding. Any sound, however soft, counts as sound. */

/** Bits in writing order, with spaces between the fields. */
function bits(text: string): Uint8Array {
  const digits = text.replace(/[^01]/g, "");
  return Uint8Array.from({ length: Math.ceil(digits.length / 8) }, (_, byte) =>
    Number.parseInt(digits.slice(byte * 8, byte * 8 + 8).padEnd(8, "0"), 2),
  );
}

const AAC = { codec: "aac", channels: 1, objectType: 2 } as const;
const GAIN = "10001100";
const LONG = "0 00 0";
const SHORT = "0 10 0";
const NOTHING_SHAPED = "0 0 0";
const END = "111";
const emptyMono = `000 0000 ${GAIN} ${LONG} 000000 0 ${NOTHING_SHAPED}`;

test.each<[string, boolean, string]>([
  ["no bands", true, `${emptyMono} ${END}`],
  ["no bands, eight short windows", true, `000 0000 ${GAIN} ${SHORT} 0000 1111111 ${NOTHING_SHAPED} ${END}`],
  ["bands of the zero codebook", true, `000 0000 ${GAIN} ${LONG} 001010 0 0000 01010 ${NOTHING_SHAPED} ${END}`],
  [
    "many bands of the zero codebook",
    true,
    `000 0000 ${GAIN} ${LONG} 101000 0 0000 11111 01001 ${NOTHING_SHAPED} ${END}`,
  ],
  ["filling before it", true, `110 0010 ${"10101010".repeat(2)} ${emptyMono} ${END}`],
  ["filling behind it", true, `${emptyMono} 110 0001 11111111 ${END}`],
  ["a pair with one window", true, `001 0000 1 ${LONG} 000000 0 00 ${GAIN} 000 ${GAIN} 000 ${END}`],
  ["a pair with two windows", true, `001 0000 0 ${`${GAIN} ${LONG} 000000 0 ${NOTHING_SHAPED} `.repeat(2)} ${END}`],
  ["a band of another codebook", false, `000 0000 ${GAIN} ${LONG} 001010 0 0001 01010 ${NOTHING_SHAPED} ${END}`],
  ["a band of noise", false, `000 0000 ${GAIN} ${LONG} 001010 0 1101 01010 ${NOTHING_SHAPED} ${END}`],
  [
    "a pair of which only the second sounds",
    false,
    `001 0000 0 ${GAIN} ${LONG} 000000 0 ${NOTHING_SHAPED} ${GAIN} ${LONG} 000001 0 0001 00001 ${NOTHING_SHAPED} ${END}`,
  ],
  ["prediction", false, `000 0000 ${GAIN} ${LONG} 000000 1 ${NOTHING_SHAPED} ${END}`],
  ["shaped noise", false, `000 0000 ${GAIN} ${LONG} 000000 0 010 ${END}`],
  ["no channel", false, `110 0001 11111111 ${END}`],
  ["a data element", false, `100 0000 0 00000000 ${END}`],
  ["a frame that was cut off", false, "000 0000 10001100 0 00"],
  ["nothing", false, ""],
])("an AAC frame of %s: %s", (_what, silent, text) => {
  expect(isSilentFrame(bits(text), AAC)).toBe(silent);
});

test("HE-AAC and MP3 never count as silent, Opus and FLAC only when a packet is too small for sound", () => {
  const empty = bits(`${emptyMono} ${END}`);
  expect(isSilentFrame(empty, { ...AAC, objectType: 5 })).toBe(false);
  const of = (codec: "opus" | "flac" | "mp3", bytes: number) =>
    isSilentFrame(new Uint8Array(bytes), { codec, channels: 1, objectType: null });
  expect([of("opus", 3), of("opus", 4), of("flac", 14), of("flac", 40), of("mp3", 3)]).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
});

const encoders = spawnSync("ffmpeg", ["-hide_banner", "-encoders"], { encoding: "utf8" }).stdout ?? "";
if (encoders === "") {
  // oxlint-disable-next-line no-console -- skipped tests are logged where everybody sees them
  console.log("LEFT OUT: 'silences of real encoders' needs ffmpeg, which is not installed here");
}
const SPEECH = fileURLToPath(new URL("../../../../shared/audio/jfk.wav", import.meta.url));
const hasSpeech = existsSync(SPEECH);
if (!hasSpeech) {
  // oxlint-disable-next-line no-console -- skipped tests are logged where everybody sees them
  console.log("LEFT OUT: 'real speech is never silence' needs ../shared/audio/jfk.wav");
}

describe.skipIf(encoders === "")("silences of real encoders", { timeout: 30_000 }, () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "acta-silences-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function silencesOf(input: string[], output: string[]): Promise<Silence[]> {
    const path = join(folder, "sound.mp4");
    const args = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", ...input, ...output, path];
    const run = spawnSync("ffmpeg", args, { encoding: "utf8" });
    if (run.status !== 0) throw new Error(run.stderr);
    const source = memorySource(new Uint8Array(readFileSync(path)));
    const probe = await probeRecording(source);
    if (!probe.ok) throw new Error(probe.reason);
    const [plan] = planWindows(probe.value);
    if (plan === undefined) throw new Error("no window");
    return (await extractWindow(source, plan)).silences;
  }

  const CODECS: [name: string, encoder: string, args: string[]][] = [
    ["AAC mono, 32 kbit/s", "aac", ["-ac", "1", "-c:a", "aac", "-b:a", "32k"]],
    ["AAC stereo, 128 kbit/s", "aac", ["-ac", "2", "-c:a", "aac", "-b:a", "128k"]],
    ["Opus", "libopus", ["-c:a", "libopus", "-b:a", "32k"]],
    ["FLAC", "flac", ["-c:a", "flac", "-strict", "-2"]],
  ];
  const present = CODECS.filter(([, encoder]) => encoders.includes(` ${encoder} `));
  const HALVES = "aevalsrc='if(between(t,2,4),0,0.2*sin(880*t))':d=6:s=48000";

  test.each(present)("two seconds of silence between two tones, %s", async (_name, _encoder, args) => {
    const silences = await silencesOf(["-f", "lavfi", "-i", HALVES], args);
    expect(silences).toHaveLength(1);
    // Never outside the two seconds, except by one frame. Opus continues to encode the previous sound for a while.
    const { startMs = 0, endMs = 0 } = silences[0] ?? {};
    expect(startMs).toBeGreaterThan(1950);
    expect(endMs).toBeLessThan(4100);
    expect(endMs - startMs).toBeGreaterThan(1300);
  });

  test.each(present)("only silence, %s", async (_name, _encoder, args) => {
    const [silence] = await silencesOf(["-f", "lavfi", "-i", "anullsrc=r=48000:d=4"], args);
    expect((silence?.endMs ?? 0) - (silence?.startMs ?? 0)).toBeGreaterThan(3800);
  });

  test.each(present)("room noise at -80 dBFS is a sound, %s", async (_name, _encoder, args) => {
    expect(await silencesOf(["-f", "lavfi", "-i", "anoisesrc=c=pink:r=48000:a=0.0003:d=4:seed=3"], args)).toEqual([]);
  });

  test.skipIf(!hasSpeech).each(present)(
    "real speech is never silence, 40 dB down, %s",
    async (_name, _encoder, args) => {
      for (const gain of ["0dB", "-40dB"])
        expect(await silencesOf(["-i", SPEECH, "-af", `volume=${gain}`, "-ar", "48000"], args)).toEqual([]);
    },
  );
});
