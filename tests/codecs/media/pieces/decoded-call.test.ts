import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordingStartedAt } from "#app/media/pieces/finish-recording.ts";
import { buildCallWindow } from "#app/media/pieces/sound-window.ts";
import { type CallPiece, joinCall, recordedCall } from "#tests/support/call-pieces.ts";

/** Checks with an independent reader and decoder. A machine without them skips these tests and logs it. */
const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0 && spawnSync("ffprobe", ["-version"]).status === 0;
// oxlint-disable-next-line no-console -- skipped tests are logged where everybody sees them
if (!hasFfmpeg) console.log("LEFT OUT: 'decoded call' needs ffmpeg and ffprobe (Debian: apt-get install ffmpeg)");

const RATE = 48_000;

function run(program: string, args: string[]): Buffer {
  const done = spawnSync(program, args, { maxBuffer: 2 ** 28 });
  // ffmpeg writes complaints to stderr, whatever its exit status is.
  expect(done.stderr.toString()).toBe("");
  expect(done.status).toBe(0);
  return done.stdout;
}

function decode(path: string): Int16Array {
  const format = ["-f", "s16le", "-c:a", "pcm_s16le", "-"];
  const bytes = run("ffmpeg", ["-hide_banner", "-loglevel", "warning", "-nostdin", "-i", path, "-vn", ...format]);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Frequency in Hz by zero crossings over a tenth of a second. 0 for silence. */
function toneAt(samples: Int16Array, seconds: number): number {
  const part = samples.subarray(Math.round(seconds * RATE), Math.round((seconds + 0.1) * RATE));
  if (part.every((value) => Math.abs(value) < 300)) return 0;
  let crossings = 0;
  for (let at = 1; at < part.length; at++) if ((part[at - 1] ?? 0) < 0 !== (part[at] ?? 0) < 0) crossings++;
  return Math.round(crossings / 2 / 0.1 / 50) * 50;
}

/** The offset in samples, at most `most`, between the expected and the real position of a part. */
function bestShift(whole: Int16Array, part: Int16Array, from: number, most: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let shift = -most; shift <= most; shift++) {
    let difference = 0;
    for (const [at, value] of part.entries()) difference += Math.abs(value - (whole[from + shift + at] ?? 0));
    if (difference >= least) continue;
    best = shift;
    least = difference;
  }
  return best;
}

/** MD5 sums of a stream's packets by ffmpeg. Pictures are decoded first, because key frames in the file include their parameter sets. */
function packets(path: string, stream: "a" | "v"): string[] {
  const how =
    stream === "a" ? ["-c", "copy"] : ["-fps_mode", "passthrough", "-enc_time_base", "1:90000", "-pix_fmt", "yuv420p"];
  const args = ["-hide_banner", "-loglevel", "error", "-i", path, "-map", `0:${stream}`, ...how, "-f", "framemd5", "-"];
  const lines = run("ffmpeg", args).toString().split("\n");
  return lines.flatMap((line) => (line.startsWith("#") || line === "" ? [] : (line.split(",").at(-1) ?? "").trim()));
}

describe.skipIf(!hasFfmpeg)(
  `decoded call${hasFfmpeg ? "" : " (left out: needs ffmpeg)"}`,
  { timeout: 120_000 },
  async () => {
    const call = await recordedCall();
    const recordedAt = recordingStartedAt(call.segments) ?? 0;
    const secondMs =
      Math.max(...call.segments.map((segment) => (segment.stream === "mix" ? segment.startedAt : 0))) - recordedAt;
    let folder = "";
    let path = "";
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "acta-call-"));
      path = join(folder, "call.mp4");
      writeFileSync(path, joinCall(call).file);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    /** The packets of a stream's segments, each read by ffmpeg as it was recorded. */
    function recorded(stream: "mix" | "tab", kind: "a" | "v"): string[] {
      return [1000, 1001].flatMap((segment) => {
        const own = call.pieces.filter((piece) => piece.stream === stream && piece.segment === segment);
        const file = join(folder, `${stream}-${segment}.mp4`);
        writeFileSync(file, Buffer.concat(own.toSorted((a, b) => a.seq - b.seq).map(({ bytes }) => bytes)));
        return packets(file, kind);
      });
    }

    test("every packet of the mix and every frame of the tab is in the file, in order, and only silence is added", () => {
      const silent = createHash("md5")
        .update(new Uint8Array([0xf8, 0xff, 0xfe]))
        .digest("hex");
      expect(packets(path, "v")).toEqual(recorded("tab", "v"));
      const tab = new Set(recorded("tab", "a"));
      const sound = packets(path, "a").filter((sum) => sum !== silent && !tab.has(sum));
      const mix = recorded("mix", "a").filter((sum) => !tab.has(sum));
      expect(mix.length).toBeGreaterThan(150);
      expect(sound).toEqual(mix);
    });

    test("decodes without a complaint, with each tone in its second, also after the gap", () => {
      const frames = ["-map", "0:v", "-fps_mode", "passthrough", "-enc_time_base", "1:90000", "-f", "null", "-"];
      run("ffmpeg", ["-hide_banner", "-loglevel", "warning", "-nostdin", "-i", path, ...frames]);
      const samples = decode(path);
      const tones = [0, 1, 2, 3, 4].map((second) => toneAt(samples, second + 0.5));
      expect(tones).toEqual([400, 500, 600, 700, 800]);
      expect(toneAt(samples, secondMs / 1000 - 0.5)).toBe(0);
      const behind = [0, 1, 2, 3, 4].map((second) => toneAt(samples, secondMs / 1000 + second + 0.5));
      expect(behind).toEqual([1400, 1500, 1600, 1700, 1800]);
    });

    test("sound and picture begin at 0 and last for the declared length", () => {
      const { durationMs } = joinCall(call);
      const args = [
        "-v",
        "error",
        "-show_entries",
        "stream=codec_name,start_time:format=duration",
        "-of",
        "json",
        path,
      ];
      expect(JSON.parse(run("ffprobe", args).toString())).toMatchObject({
        streams: [
          { codec_name: "h264", start_time: "0.000000" },
          { codec_name: "opus", start_time: "0.000000" },
        ],
        format: { duration: (durationMs / 1000).toFixed(6) },
      });
    });

    test.each([1.2, 4.4, 8.9, 11.3])("a jump to %d s shows the frame of that time", (seconds) => {
      const jump = ["-hide_banner", "-loglevel", "error", "-ss", String(seconds), "-i", path, "-frames:v", "1"];
      const pixel = run("ffmpeg", [...jump, "-vf", "scale=1:1:flags=area,format=rgb24", "-f", "rawvideo", "-"]);
      const own = seconds * 1000 < secondMs ? seconds : seconds - secondMs / 1000;
      // Red grows by 40 each second, except in the white mark and for changes by the encoder.
      expect(Math.abs((pixel[0] ?? 0) - (30 + 40 * Math.floor(own)))).toBeLessThan(15);
    });

    test.each([
      ["from the beginning", 0, 3000],
      ["in the first start", 3500, 5000],
      ["in the second start", 9900, 11_800],
    ])("a window is what the recording is there: %s", (_, startMs, endMs) => {
      const window = buildCallWindow({ recordedAt, ...call, startMs, endMs });
      if (window === null) throw new Error("no window");
      const windowPath = join(folder, `${startMs}.m4a`);
      writeFileSync(windowPath, window.audio);
      const samples = decode(windowPath);
      const whole = decode(path);
      expect(window.audioStartMs).toBe(Math.max(0, startMs - 2000));
      expect(window.audioEndMs).toBeGreaterThanOrEqual(endMs - 60);
      const seconds = (window.audioEndMs - window.audioStartMs) / 1000;
      expect(Math.abs(samples.length / RATE - seconds)).toBeLessThan(0.08);
      const from = Math.round((window.audioStartMs * RATE) / 1000);
      // Opus keeps a trace of everything it encoded before, and a segment's time stamps vary by some milliseconds.
      const shift = bestShift(whole, samples.subarray(0, 2000), from, 480);
      let most = 0;
      for (const [at, value] of samples.subarray(0, Math.floor((seconds - 0.02) * RATE)).entries())
        most = Math.max(most, Math.abs(value - (whole[from + shift + at] ?? 0)));
      expect(most / 32_768).toBeLessThan(0.001);
    });

    test("a window over the pause between two starts has both at their times", () => {
      const window = buildCallWindow({ recordedAt, ...call, startMs: 5000, endMs: 9000 });
      if (window === null) throw new Error("no window");
      const file = join(folder, "pause.m4a");
      writeFileSync(file, window.audio);
      const samples = decode(file);
      const at = (ms: number) => toneAt(samples, (ms - window.audioStartMs) / 1000);
      expect([3500, 4500, secondMs - 500, secondMs + 500, secondMs + 1500].map(at)).toEqual([700, 800, 0, 1400, 1500]);
      expect(window.silences).toHaveLength(1);
      expect(Math.abs((window.silences[0]?.endMs ?? 0) + window.audioStartMs - secondMs)).toBeLessThan(40);
    });

    test("a window over a gap in the mix has the tab's sound; without the tab it has silence and reports it", () => {
      const hole = (piece: CallPiece) => piece.segment === 1000 && (piece.seq === 2 || piece.seq === 3);
      const window = (pieces: CallPiece[]) => {
        const built = buildCallWindow({ recordedAt, segments: call.segments, pieces, startMs: 0, endMs: 5000 });
        if (built === null) throw new Error("no window");
        const file = join(folder, "hole.m4a");
        writeFileSync(file, built.audio);
        return { ...built, samples: decode(file) };
      };
      const filled = window(call.pieces.filter((piece) => !(piece.stream === "mix" && hole(piece))));
      expect([1.5, 2.5, 3.5, 4.5].map((at) => toneAt(filled.samples, at))).toEqual([500, 3000, 3000, 800]);
      expect(filled.silences).toEqual([]);
      const silent = window(call.pieces.filter((piece) => piece.stream === "mix" && !hole(piece)));
      expect([1.5, 2.5, 3.5, 4.5].map((at) => toneAt(silent.samples, at))).toEqual([500, 0, 0, 800]);
      expect(silent.silences).toHaveLength(1);
    });
  },
);
