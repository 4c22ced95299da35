import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import { isSoundFile } from "#app/media/check-sound-file.ts";
import { probeKind } from "#app/media/containers/probe-kind.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { ffmpeg, hasEncoders } from "#tests/support/decoded-by-ffmpeg.ts";
import { memorySource } from "#tests/support/memory-source.ts";
import { decodeAudio } from "#workers/local/speech/decode.mjs";

/**
 * Files with several sound tracks, as recording programs write them. Each track holds words of its own, spoken by espeak-ng, so that the
 * sound of a window shows the track that it was cut from.
 */
const canSpeak = spawnSync("espeak-ng", ["--version"]).status === 0;
// oxlint-disable-next-line no-console -- a skipped test must be visible in the output
if (!canSpeak) console.log("LEFT OUT: 'tracks' needs espeak-ng (apt-get install espeak-ng)");
const isReady = canSpeak && hasEncoders("tracks", "aac", "libx264", "libmp3lame", "flac");

const folder = mkdtempSync(path.join(tmpdir(), "acta-tracks-"));
afterAll(() => rmSync(folder, { recursive: true }));
const inFolder = (name: string) => path.join(folder, name);

type Track = "microphone" | "desktop" | "silence" | "interpreter";

const WORDS: Record<Exclude<Track, "silence">, [voice: string, words: string]> = {
  microphone: ["en", "I would like to close the harbour office before the summer begins"],
  desktop: ["en-us+f3", "then we have to move nine people and all the copper valves"],
  interpreter: ["es", "entonces tenemos que trasladar a nueve personas en verano"],
};

function makeTracks(): void {
  for (const [track, [voice, words]] of Object.entries(WORDS)) {
    const run = spawnSync("espeak-ng", ["-v", voice, "-w", inFolder(`${track}.wav`), words]);
    if (run.status !== 0) throw new Error(run.stderr.toString());
  }
  ffmpeg("-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo", "-t", "4", inFolder("silence.wav"));
}

type Recipe = {
  ext: "mp4" | "mov" | "mkv";
  tracks: readonly Track[];
  options?: readonly string[];
  languages?: readonly string[];
};

function record({ ext, tracks, options = ["-c:a", "aac"], languages = [] }: Recipe): Uint8Array {
  const inputs = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=5:d=5"];
  for (const track of tracks) inputs.push("-i", inFolder(`${track}.wav`));
  const maps = [0, ...tracks.map((_, number) => number + 1)].flatMap((number) => ["-map", String(number)]);
  const named = languages.flatMap((language, track) => [`-metadata:s:a:${track}`, `language=${language}`]);
  const target = inFolder(`recording.${ext}`);
  ffmpeg(...inputs, ...maps, "-c:v", "libx264", "-preset", "ultrafast", "-ar", "48000", ...options, ...named, target);
  return new Uint8Array(readFileSync(target));
}

/** 16-bit samples of a track at 16 kHz, as they were spoken. */
function spoken(track: Track): Int16Array {
  const bytes = ffmpeg("-i", inFolder(`${track}.wav`), "-ac", "1", "-ar", "16000", "-f", "s16le", "-");
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** The energy of each 20 ms: what is alike in two recordings of the same words, whatever encoder was between them. */
function outline(samples: Int16Array): number[] {
  const step = 320;
  const count = Math.floor(samples.length / step);
  return Array.from({ length: count }, (_, at) =>
    Math.sqrt(samples.subarray(at * step, (at + 1) * step).reduce((sum, value) => sum + value ** 2, 0) / step),
  );
}

/** Correlation of two outlines, from -1 to 1. */
function likeness(one: readonly number[], other: readonly number[]): number {
  const length = Math.min(one.length, other.length);
  const mean = (values: readonly number[]) => values.slice(0, length).reduce((sum, value) => sum + value, 0) / length;
  const [meanOne, meanOther] = [mean(one), mean(other)];
  let [product, left, right] = [0, 0, 0];
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [(one[at] ?? 0) - meanOne, (other[at] ?? 0) - meanOther];
    product += a * b;
    left += a * a;
    right += b * b;
  }
  return product / Math.sqrt(left * right || 1);
}

const SPEAKING = ["microphone", "desktop", "interpreter"] as const;

/** The tracks whose words the windows hold, in their order; a window of silence by that name. */
async function heard(bytes: Uint8Array, kind: RecordingKind, language: "en" | "es" = "en"): Promise<Track[]> {
  const source = memorySource(bytes);
  const probe = await probeKind(source, kind, { language, fragments: "scan" });
  if (!probe.ok) throw new Error(probe.reason);
  const tracks: Track[] = [];
  for (const plan of planWindows(probe.value)) {
    const { audio, audioStartMs, audioEndMs, silences } = await extractWindow(source, plan);
    const silentMs = silences.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    if (audioEndMs - audioStartMs - silentMs < 200) {
      tracks.push("silence");
      continue;
    }
    const pcm = await decodeAudio(audio);
    const window = outline(new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.byteLength)));
    const like = SPEAKING.filter((track) => likeness(outline(spoken(track)), window) > 0.8);
    tracks.push(...like);
  }
  return tracks;
}

describe.skipIf(!isReady)("a file with several sound tracks", () => {
  if (isReady) makeTracks();
  const fragments = ["-c:a", "aac", "-movflags", "+frag_keyframe+empty_moov+default_base_moof"];

  test.each<[string, Recipe]>([
    ["MP4", { ext: "mp4", tracks: ["microphone", "desktop"] }],
    ["MP4 in fragments", { ext: "mp4", tracks: ["microphone", "desktop"], options: fragments }],
    ["QuickTime of PCM", { ext: "mov", tracks: ["microphone", "desktop"], options: ["-c:a", "pcm_s16le"] }],
    ["Matroska", { ext: "mkv", tracks: ["microphone", "desktop"] }],
    ["Matroska of FLAC", { ext: "mkv", tracks: ["microphone", "desktop"], options: ["-c:a", "flac"] }],
  ])("%s: the words of both are heard", async (_name, recipe) => {
    expect(await heard(record(recipe), recipe.ext)).toEqual(["microphone", "desktop"]);
  });

  test.each<Recipe["ext"]>(["mp4", "mkv"])(
    "%s: a silent first track does not hide the words of the second",
    async (ext) => {
      expect(await heard(record({ ext, tracks: ["silence", "desktop"] }), ext)).toEqual(["silence", "desktop"]);
    },
  );

  test.each<Recipe["ext"]>(["mp4", "mkv"])("%s: a track that is a copy of another is heard once", async (ext) => {
    const tracks = ["microphone", "microphone", "desktop", "microphone"] as const;
    expect(await heard(record({ ext, tracks }), ext)).toEqual(["microphone", "desktop"]);
  });

  test.each<Recipe["ext"]>(["mp4", "mkv"])("%s: of two languages only the meeting's is heard", async (ext) => {
    const recipe: Recipe = { ext, tracks: ["microphone", "interpreter"], languages: ["eng", "spa"] };
    const bytes = record(recipe);
    expect(await heard(bytes, ext, "es")).toEqual(["interpreter"]);
    expect(await heard(bytes, ext, "en")).toEqual(["microphone"]);
  });

  test("a scan of two tracks goes on from its journal to the same end", async () => {
    // Several clusters: the scan notes its place after each.
    const options = ["-c:a", "aac", "-cluster_time_limit", "500"];
    const bytes = record({ ext: "mkv", tracks: ["microphone", "desktop"], options });
    const entries: Uint8Array[] = [];
    const journal = { entries: () => entries, append: (entry: Uint8Array) => void entries.push(entry) };
    const plain = await probeKind(memorySource(bytes), "mkv", { fragments: "scan" });
    await probeKind(memorySource(bytes, 700), "mkv", { fragments: "scan", journal, checkpointBytes: 1 });
    entries.splice(Math.ceil(entries.length / 2));
    expect(entries.length).toBeGreaterThan(0);
    expect(await probeKind(memorySource(bytes, 700), "mkv", { fragments: "scan", journal })).toEqual(plain);
  });

  test("four tracks are heard at most", async () => {
    const tracks = ["silence", "microphone", "silence", "desktop", "interpreter", "microphone"] as const;
    const options = ["-c:a", "pcm_s16le"];
    expect(await heard(record({ ext: "mov", tracks, options }), "mov")).toEqual([
      "silence",
      "microphone",
      "silence",
      "desktop",
    ]);
  });
});

describe.skipIf(!isReady)("a recorder of calls, with a person in each of two channels", () => {
  /** Energy of each channel of a window, as ffmpeg decodes it, in its first and its second half. */
  async function halves(kind: RecordingKind, ...options: readonly string[]) {
    const target = inFolder(`call.${kind}`);
    const one = "sine=f=300:r=16000:d=4,volume='if(lt(t,2),1,0)':eval=frame";
    const other = "sine=f=500:r=16000:d=4,volume='if(lt(t,2),0,1)':eval=frame";
    const join = ["-filter_complex", "[0:a][1:a]join=inputs=2:channel_layout=stereo"];
    ffmpeg("-f", "lavfi", "-i", one, "-f", "lavfi", "-i", other, ...join, ...options, target);
    const source = memorySource(new Uint8Array(readFileSync(target)));
    const probe = await probeKind(source, kind, { fragments: "scan" });
    if (!probe.ok) throw new Error(probe.reason);
    const [plan] = planWindows(probe.value);
    if (!plan) throw new Error("no window");
    const { audio, audioStartMs, audioEndMs } = await extractWindow(source, plan);
    const ext = kind === "wav" ? "wav" : "m4a";
    expect(await isSoundFile(audio, { ext, lengthMs: audioEndMs - audioStartMs })).toBe(true);
    writeFileSync(inFolder(`window.${ext}`), audio);
    const bytes = ffmpeg("-i", inFolder(`window.${ext}`), "-f", "s16le", "-ar", "16000", "-");
    const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    const loud = (channel: 0 | 1, from: number, until: number) => {
      let most = 0;
      for (let frame = from * 16_000; frame < until * 16_000; frame++)
        most = Math.max(most, Math.abs(samples[frame * 2 + channel] ?? 0));
      return most > 1500;
    };
    return [loud(0, 0.5, 1.5), loud(1, 0.5, 1.5), loud(0, 2.5, 3.5), loud(1, 2.5, 3.5)];
  }

  test.each<[RecordingKind, ...string[]]>([
    ["wav", "-c:a", "pcm_s16le"],
    ["mp3", "-c:a", "libmp3lame", "-joint_stereo", "0"],
    ["m4a", "-c:a", "aac"],
  ])("%s: both channels reach the recogniser's decoder", async (kind, ...options) => {
    expect(await halves(kind, ...options)).toEqual([true, false, false, true]);
  });
});
