// The voices of recordings with real weights, as `npm start` finds them, in the product's own windows and stored form:
//   npx tsx tests/bench/voices/run.ts [minutes of a mix, default 10] [seeds, default 2] [parts, default mixes,borders,conversations]
// For meetings mixed of real readers and for excerpts of real meetings: the diarisation error rate with the number of people found and given, the
// number of people, and the share of time in which one person speaks alone that has the right person; processor seconds for a second of sound;
// the same mix cut at other borders; for the part `hour`, an hour and the time of clustering it again; for the part `channels`, so many minutes of
// two channels with a person each. Needs the folder of real weights and voices beside
// the project, and ffmpeg.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { runAtOnce } from "#app/domain/turns.ts";
import { countPeople, findTurns } from "#app/domain/voices/find-turns.ts";
import type { VoiceFrame } from "#app/domain/voices/voice-frame.ts";
import { diarisationError, rightAlone, type Said } from "#tests/support/diarisation-error.ts";
import { encodeSound, RATE } from "#tests/support/real-voices.ts";
import { findFrames, hasVoiceModels, voicesProcess } from "#tests/support/real-voice-frames.ts";
import { CONVERSATIONS, type Mix, mixMeeting, READERS, readConversation } from "#tests/support/voice-mixes.ts";
import { WINDOW_MS } from "#app/domain/limits/media.ts";
import { soundsOf } from "#workers/local/voices/split-channels.mjs";
import { decodeAudio, decodeChannels } from "#workers/local/speech/decode.mjs";

if (!hasVoiceModels) {
  process.stderr.write("LEFT OUT: there are no real weights and voices beside the project.\n");
  process.exit(1);
}
const minutes = Number(process.argv[2] ?? 10);
const seeds = Number(process.argv[3] ?? 2);
const [one, two, three, four, five, six] = READERS;
/** The rules were set on mixes of the first three readers; the other sets are reported. */
const SETS = [
  { name: "tuned on: 2 people", readers: [one, two] },
  { name: "tuned on: 3 people", readers: [one, two, three] },
  { name: "1 person", readers: [four] },
  { name: "2 people", readers: [five, two] },
  { name: "2 people of one sex", readers: [four, six] },
  { name: "3 people", readers: [four, five, six] },
  { name: "5 people", readers: [four, five, six, two, one] },
  { name: "6 people", readers: [...READERS] },
];

const finder = voicesProcess();
say(`${os.cpus()[0]?.model}, ${os.availableParallelism()} cores, load ${os.loadavg()[0]?.toFixed(1)}, one process`);
const PARTS = {
  mixes: reportMixes,
  borders: compareBorders,
  conversations: reportConversations,
  hour: reportHour,
  channels: reportChannels,
};
const wanted = (process.argv[4] ?? "mixes,borders,conversations").split(",");
for (const [part, reportPart] of Object.entries(PARTS)) if (wanted.includes(part)) await reportPart();
finder.stop();
process.exit(0);

async function reportMixes() {
  let [right, all] = [0, 0];
  for (const { name, readers } of SETS) {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const mix = await mixMeeting({ readers, seconds: minutes * 60, seed: seed * 100 });
      const { found } = await report(`${name}, seed ${seed}`, mix);
      all += 1;
      if (found === readers.length) right += 1;
    }
  }
  say(`the right number of people in ${right} of ${all} mixes`);
}

function voicesOf(frames: VoiceFrame[], people: number | null): Said[] {
  return runAtOnce(findTurns(frames, people)).map(({ person, startMs, endMs }) => ({
    person: String(person),
    startMs,
    endMs,
  }));
}

async function report(name: string, { pcm, said }: Mix) {
  const before = processorSeconds();
  const frames = await findFrames(finder, pcm);
  const cost = (processorSeconds() - before) / (pcm.length / RATE);
  const untilMs = (pcm.length / RATE) * 1000;
  const people = new Set(said.map(({ person }) => person)).size;
  const [auto, given] = [voicesOf(frames, null), voicesOf(frames, people)];
  const scores = [auto, given].map((found) => diarisationError(said, found, { untilMs }));
  const [score, scoreGiven] = scores;
  const found = new Set(auto.map(({ person }) => person)).size;
  const alone = rightAlone(said, auto, { untilMs });
  say(
    `${name}: ${people} people, found ${found}; error ${percent(score?.total)} (missed ${percent(score?.missed)}, false alarm ${percent(score?.falseAlarm)}, confused ${percent(score?.confused)}), number given ${percent(scoreGiven?.total)}, alone right ${percent(alone.rightMs / (alone.spokenMs || 1))}; ${cost.toFixed(3)} CPU s a second, peak ${peakMegabytes()} MB`,
  );
  return { found, people, score, scoreGiven, alone, frames };
}

/** Windows that begin elsewhere: each person must be found as well. */
async function compareBorders() {
  const mix = await mixMeeting({ readers: [four, five, six], seconds: minutes * 60, seed: 7 });
  const untilMs = minutes * 60_000;
  const errors = [];
  for (const windowMs of [300_000, 170_000, 61_000]) {
    const frames = await findFrames(finder, mix.pcm, { windowMs });
    errors.push(percent(diarisationError(mix.said, voicesOf(frames, null), { untilMs }).total));
  }
  say(`windows of 300, 170 and 61 s: error ${errors.join(", ")}`);
}

/** Excerpts of 30 s, in which people talk over each other. The rules were set with these, too. */
async function reportConversations() {
  let [spoken, wrong, wrongGiven, near, alone, aloneRight] = [0, 0, 0, 0, 0, 0];
  for (const name of CONVERSATIONS) {
    const told = await report(`conversation ${name}`, readConversation(name));
    const ms = told.score?.spokenMs ?? 0;
    spoken += ms;
    wrong += (told.score?.total ?? 0) * ms;
    wrongGiven += (told.scoreGiven?.total ?? 0) * ms;
    alone += told.alone.spokenMs;
    aloneRight += told.alone.rightMs;
    if (Math.abs(told.found - told.people) <= 1) near += 1;
  }
  say(
    `all conversations: error ${percent(wrong / spoken)}, number given ${percent(wrongGiven / spoken)}, within one person in ${near} of ${CONVERSATIONS.length}, alone right ${percent(aloneRight / alone)}`,
  );
}

async function reportHour() {
  const mix = await mixMeeting({ readers: [four, five, six, two, one], seconds: 3600, seed: 5 });
  // As an upload has it: AAC.
  const sound = await decodeAudio(encodeSound(mix.pcm.slice(0, 60 * RATE), "m4a"));
  say(`an AAC window decodes to ${(sound.length / 2 / RATE).toFixed(1)} s`);
  const { frames } = await report("an hour, 5 people", mix);
  const startedAt = performance.now();
  const people = countPeople(runAtOnce(findTurns(frames, 4)));
  say(
    `clustering ${frames.flatMap(({ pieces }) => pieces).length} pieces again for 4 people: ${Math.round(performance.now() - startedAt)} ms, ${people} found`,
  );
}

/** One window after the other, as an upload sends them: AAC of two channels. */
async function reportChannels() {
  const sides = [];
  for (const [at, reader] of [four, five].entries())
    sides.push(await mixMeeting({ readers: [reader], seconds: WINDOW_MS / 1000, seed: 9 + at }));
  const [left, right] = sides.map(({ pcm }) => pcm);
  // They take turns of ten seconds.
  const both = new Int16Array(2 * (left?.length ?? 0));
  for (let at = 0; at < both.length / 2; at += 1) {
    const side = Math.floor(at / (10 * RATE)) % 2;
    both[2 * at + side] = (side === 0 ? left : right)?.[at] ?? 0;
  }
  const format = ["-f", "s16le", "-ar", String(RATE), "-ac", "2", "-i", "-"];
  const input = new Uint8Array(both.buffer);
  const folder = mkdtempSync(path.join(os.tmpdir(), "acta-channels-"));
  const written = path.join(folder, "window.m4a");
  execFileSync("ffmpeg", ["-v", "error", ...format, "-c:a", "aac", "-b:a", "96k", written], { input, maxBuffer: 1e9 });
  const file = new Uint8Array(readFileSync(written));
  rmSync(folder, { recursive: true });
  const peaks: number[] = [];
  const windows = Math.ceil((minutes * 60_000) / WINDOW_MS);
  const before = processorSeconds();
  let channels = 0;
  for (let window = 0; window < windows; window += 1) {
    const sounds = soundsOf(await decodeChannels(file));
    channels = sounds.length;
    for (const { pcm } of sounds) await finder.find(pcm, new AbortController().signal);
    peaks.push(peakMegabytes());
  }
  const cost = (processorSeconds() - before) / ((windows * WINDOW_MS) / 1000);
  say(
    `${windows} windows of ${channels} channels: ${cost.toFixed(3)} CPU s a second, peak after each window ${peaks.join(", ")} MB; the parent at the end ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
  );
}

/** Of the process that finds voices. */
function processorSeconds(): number {
  const pid = finder.child?.pid;
  if (pid === undefined) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const ticks = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

function peakMegabytes(): number {
  const pid = finder.child?.pid;
  const peak = pid === undefined ? null : /VmHWM:\s+(\d+) kB/u.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Math.round(Number(peak?.[1] ?? 0) / 1000);
}

function percent(share = 0): string {
  return `${(100 * share).toFixed(1)} %`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
