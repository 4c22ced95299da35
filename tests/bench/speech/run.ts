// The local speech engine on real voices with real weights, as `npm start` runs it:
//   npx tsx tests/bench/speech/run.ts [minutes of the long recording, default 60]
// For each language: processor seconds for a second of sound, peak memory of a process, word error rate; seams (a recording in windows of five
// minutes with their overlap against the same pieces in one); silence, noise and music (words that are written); a long recording (memory at its
// quarters). Needs the folder of real weights and voices beside the project, and ffmpeg.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import process from "node:process";
import { mergeWindows } from "#app/domain/transcript/merge-windows.ts";
import {
  countWordErrors,
  encodeSound,
  hasRealVoices,
  joinSounds,
  plainWords,
  RATE,
  readSentences,
  samplesOf,
  WHISPER_BASE,
} from "#tests/support/real-voices.ts";
import { findFiles } from "#workers/local/speech/bring-files.mjs";
import { decodeAudio } from "#workers/local/speech/decode.mjs";
import { EnginePool } from "#workers/local/speech/engine-pool.mjs";
import { EngineProcess } from "#workers/local/speech/engine-process.mjs";
import { transcribe } from "#workers/local/speech/transcription.mjs";

const LANGUAGES = ["en", "es", "ca", "fr"] as const;
const WINDOW_SECONDS = 300;
const OVERLAP_SECONDS = 4;

if (!hasRealVoices) {
  process.stderr.write("LEFT OUT: there are no real weights and voices beside the project.\n");
  process.exit(1);
}
/** The use of each process of the engine, by its id: a process is replaced after some minutes of talk. */
const used = new Map<number, { seconds: number; megabytes: number; peakMegabytes: number }>();
const longMinutes = Number(process.argv[2] ?? 60);
const files = await findFiles(WHISPER_BASE);
const engine = new EngineProcess({ files });
const pool = new EnginePool({ start: () => engine, mayAdd: () => false });
await pool.load();
setInterval(() => look(), 200).unref();
say(`${os.cpus()[0]?.model}, ${os.availableParallelism()} cores, load ${os.loadavg()[0]?.toFixed(1)}, one process`);

for (const language of LANGUAGES) {
  const sentences = readSentences(language);
  const { pcm } = joinSounds(
    sentences.map((each) => samplesOf(each)),
    0.8,
  );
  const before = processorSeconds();
  const { text } = await hear(pcm, language);
  const cost = (processorSeconds() - before) / (pcm.length / RATE);
  const wanted = plainWords(sentences.map((each) => each.text).join(" "));
  const errors = countWordErrors(wanted, plainWords(text)) / wanted.length;
  say(
    `${language}: ${Math.round(pcm.length / RATE)} s, ${wanted.length} words, word error rate ${percent(errors)}, ${cost.toFixed(3)} CPU s a second, peak ${peakMegabytes()} MB`,
  );
}

await compareSeams();
for (const source of [
  "anullsrc=r=16000:cl=mono",
  "anoisesrc=r=16000:color=pink:amplitude=0.05:seed=2",
  "anoisesrc=r=16000:color=white:amplitude=0.4:seed=1",
  "aevalsrc=0.3*sin(2*PI*t*(220+110*floor(mod(t*2\\,5))))+0.2*sin(4*PI*t*(220+110*floor(mod(t*2\\,5)))):s=16000",
])
  say(`600 s of ${source.slice(0, 30)}: ${plainWords((await hear(lavfi(source, 600), "en")).text).length} words`);
await recogniseLong(longMinutes);
pool.stop();
process.exit(0);

/** The same voices in one piece and in windows that are merged as a meeting merges them. */
async function compareSeams() {
  const sentences = readSentences("en");
  const { pcm } = joinSounds(
    [...sentences, ...sentences].map((each) => samplesOf(each)),
    0.8,
  );
  const wanted = plainWords([...sentences, ...sentences].map((each) => each.text).join(" "));
  const whole = plainWords((await hear(pcm, "en")).text);
  const windows = [];
  const seconds = pcm.length / RATE;
  for (let start = 0, index = 0; start < seconds; start += WINDOW_SECONDS, index += 1) {
    const from = Math.max(0, start - OVERLAP_SECONDS);
    const end = Math.min(seconds, start + WINDOW_SECONDS);
    const to = Math.min(seconds, end + OVERLAP_SECONDS);
    const { segments } = await hear(pcm.slice(Math.round(from * RATE), Math.round(to * RATE)), "en");
    const ms = (value: number) => Math.round((value + from) * 1000);
    windows.push({
      index,
      startMs: start * 1000,
      endMs: Math.round(end * 1000),
      segments: segments.map((each) => ({
        startMs: ms(each.start),
        endMs: ms(each.end),
        text: each.text,
        speaker: null,
        words: each.words.map((word) => ({ startMs: ms(word.start), endMs: ms(word.end), text: word.word })),
      })),
    });
  }
  const merged = plainWords(
    mergeWindows(windows)
      .map(({ text }) => text)
      .join(" "),
  );
  const rate = (heard: string[]) => countWordErrors(wanted, heard) / wanted.length;
  say(`seams: whole ${percent(rate(whole))}, in ${windows.length} windows ${percent(rate(merged))}`);
}

async function recogniseLong(minutes: number) {
  const sentences = readSentences("en");
  const { pcm } = joinSounds(
    sentences.map((each) => samplesOf(each)),
    0.8,
  );
  const windows = Math.round((minutes * 60) / (pcm.length / RATE));
  const memory: number[] = [];
  const before = processorSeconds();
  for (let at = 0; at < windows; at += 1) {
    await hear(pcm, "en");
    if (at % Math.max(1, Math.floor(windows / 4)) === 0) memory.push(nowMegabytes());
  }
  const seconds = (windows * pcm.length) / RATE;
  say(
    `${Math.round(seconds / 60)} minutes: ${((processorSeconds() - before) / seconds).toFixed(3)} CPU s a second, memory at its quarters ${memory.join(", ")} MB, peak ${peakMegabytes()} MB`,
  );
}

async function hear(pcm: Int16Array<ArrayBuffer>, language: string) {
  return transcribe({
    file: encodeSound(pcm),
    decode: decodeAudio,
    engine: { pool, measure: () => {} },
    language,
    kept: { texts: new Map(), language: null },
    rank: [0],
    signal: new AbortController().signal,
    onPart: () => {},
  });
}

function lavfi(source: string, seconds: number): Int16Array<ArrayBuffer> {
  const args = [
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    source,
    "-t",
    String(seconds),
    "-f",
    "s16le",
    "-ac",
    "1",
    "-ar",
    String(RATE),
    "-",
  ];
  return new Int16Array(new Uint8Array(execFileSync("ffmpeg", args, { maxBuffer: 1e9 })).buffer);
}

/** Reads what the living process has used so far, from /proc. */
function look(): void {
  const pid = engine.child?.pid;
  if (pid === undefined) return;
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const megabytes = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
    // User and system time in hundredths.
    const seconds = (Number(fields[11]) + Number(fields[12])) / 100;
    used.set(pid, { seconds, megabytes: megabytes("VmRSS"), peakMegabytes: megabytes("VmHWM") });
  } catch {
    // It ended meanwhile.
  }
}

function processorSeconds(): number {
  look();
  return [...used.values()].reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Of the process that needed most. */
function peakMegabytes(): number {
  look();
  return Math.max(...[...used.values()].map((each) => each.peakMegabytes));
}

function nowMegabytes(): number {
  look();
  return [...used.values()].at(-1)?.megabytes ?? 0;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function say(line: string) {
  process.stdout.write(`${line}\n`);
}
