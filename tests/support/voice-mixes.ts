import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { type Said } from "#tests/support/diarisation-error.ts";
import { RATE, samplesOf, SHARED, VOICES } from "#tests/support/real-voices.ts";
import { EngineProcess } from "#workers/local/speech/engine-process.mjs";
import { seededRandom } from "#tests/support/seeded-random.ts";

/**
 * Meetings mixed from sentences that real people read: turns of one to twenty seconds cut at pauses, some of them overlapping, each person at a
 * level and a place of their own in a small room, with noise 28 dB below. The same seed makes the same meeting.
 */
export type Mix = { pcm: Int16Array<ArrayBuffer>; said: Said[] };

const READER_PAUSE_MS_MAX = 500;
const OVERLAP_SHARE = 0.18;
const NOISE_DB = -28;
const LEVEL_DB = 4;

type Clip = { pcm: Int16Array; spans: { start: number; end: number }[] };
const clips = new Map<string, Promise<Clip[]>>();

const listed = z.array(z.looseObject({ file: z.string(), speaker: z.string().nullish() }));

/** Sentences of one reader and the voice detector's spans in each. */
function clipsOf(reader: string, detector: EngineProcess): Promise<Clip[]> {
  const known = clips.get(reader);
  if (known) return known;
  const files = listed
    .parse(JSON.parse(readFileSync(path.join(VOICES, "manifest.json"), "utf8")))
    .filter(({ speaker }) => speaker === reader);
  const read = (async () => {
    const all: Clip[] = [];
    for (const file of files) {
      const pcm = samplesOf(file);
      const message = await detector.ask(
        { type: "detect", pcm: new Uint8Array(pcm.buffer) },
        new AbortController().signal,
      );
      if (message.type === "detected") all.push({ pcm, spans: message.spans });
    }
    return all;
  })();
  clips.set(reader, read);
  return read;
}

export async function mixMeeting({
  readers,
  seconds,
  seed,
  half,
}: {
  readers: readonly string[];
  seconds: number;
  seed: number;
  /** Every other sentence only, so that two meetings of one person share no sentence. */
  half?: 0 | 1;
}): Promise<Mix> {
  const detector = new EngineProcess({
    files: { detector: path.join(SHARED, "models/real/silero_vad.onnx"), model: null },
  });
  const people = [];
  for (const reader of readers) {
    const all = await clipsOf(reader, detector);
    people.push({ reader, clips: half === undefined ? all : all.filter((_, at) => at % 2 === half) });
  }
  detector.stop();
  const random = seededRandom(seed);
  const length = seconds * RATE;
  const sum = new Float32Array(length);
  const said: Said[] = [];
  const queues = people.map(({ reader, clips: own }) => ({
    reader,
    gain: 10 ** (((random() * 2 - 1) * LEVEL_DB) / 20),
    room: roomOf(random),
    spans: shuffled(
      own.flatMap((clip) => clip.spans.map((span) => ({ clip, span }))),
      random,
    ),
    next: 0,
  }));
  let at = Math.round(RATE * 0.5);
  let last = -1;
  while (at < length - RATE) {
    // Everybody speaks once first; later turns are taken at random.
    const turn = said.length === 0 ? 0 : pickOther(queues.length, last, random);
    const queue = queues[turn];
    if (!queue) break;
    last = turn;
    const wanted = (1 + 19 * random() ** 2) * RATE;
    for (let taken = 0; taken < wanted && at < length - RATE; ) {
      const piece = queue.spans[queue.next % queue.spans.length];
      queue.next += 1;
      if (!piece) break;
      const { clip, span } = piece;
      const sound = clip.pcm.subarray(span.start, span.end);
      place(sum, sound, { at, gain: queue.gain, room: queue.room });
      const endMs = Math.min(seconds * 1000, ((at + sound.length) / RATE) * 1000);
      addSaid(said, { person: queue.reader, startMs: (at / RATE) * 1000, endMs });
      taken += sound.length;
      at += sound.length + Math.round(RATE * (0.15 + 0.5 * random()));
    }
    at += Math.round(RATE * (random() < OVERLAP_SHARE ? -(0.8 + random()) : 0.6 * random()));
    at = Math.max(at, RATE / 2);
  }
  return { pcm: withNoise(sum, random), said };
}

function pickOther(count: number, last: number, random: () => number): number {
  if (count <= 1) return 0;
  const other = Math.floor(random() * (count - 1));
  return last >= 0 && other >= last ? other + 1 : other;
}

function addSaid(said: Said[], stretch: Said): void {
  const before = said.findLast(({ person }) => person === stretch.person);
  if (before && stretch.startMs - before.endMs < READER_PAUSE_MS_MAX) before.endMs = stretch.endMs;
  else said.push(stretch);
}

/** Delays in samples and gains of a few early reflections. */
function roomOf(random: () => number): { delay: number; gain: number }[] {
  return [0.006, 0.013, 0.021, 0.034, 0.052].map((delay, at) => ({
    delay: Math.round(RATE * delay * (0.8 + 0.4 * random())),
    gain: 0.35 * 0.7 ** at * (random() < 0.5 ? -1 : 1),
  }));
}

function place(
  sum: Float32Array,
  sound: Int16Array,
  { at, gain, room }: { at: number; gain: number; room: { delay: number; gain: number }[] },
): void {
  let square = 0;
  for (const sample of sound) square += sample * sample;
  // All readers are as loud before their own gain.
  const level = (gain * 1500) / Math.sqrt(square / Math.max(1, sound.length) + 1);
  for (const { delay, gain: share } of [{ delay: 0, gain: 1 }, ...room]) {
    for (let sample = 0; sample < sound.length && at + delay + sample < sum.length; sample += 1)
      sum[at + delay + sample] = (sum[at + delay + sample] ?? 0) + (sound[sample] ?? 0) * level * share;
  }
}

function withNoise(sum: Float32Array, random: () => number): Int16Array<ArrayBuffer> {
  const noise = 1500 * 10 ** (NOISE_DB / 20);
  let before = 0;
  return Int16Array.from(sum, (sample) => {
    before = 0.7 * before + (random() * 2 - 1);
    return Math.max(-32_768, Math.min(32_767, Math.round(sample + before * noise)));
  });
}

function shuffled<Value>(values: Value[], random: () => number): Value[] {
  const mixed = [...values];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const [one, two] = [mixed[at], mixed[other]];
    if (one !== undefined && two !== undefined) [mixed[at], mixed[other]] = [two, one];
  }
  return mixed;
}

/** Readers of English sentences, ten each. */
export const READERS = ["1688", "1998", "2033", "2414", "2609", "3005"] as const;

const RTTM = /^SPEAKER \S+ \d+ ([\d.]+) ([\d.]+) <NA> <NA> (\S+)/u;
export const CONVERSATIONS = ["dev00", "trn01", "trn02", "trn04", "trn05", "trn06", "trn07", "trn08", "trn09", "tst00"];

/** An excerpt of a real meeting: several people talk over each other. */
export function readConversation(name: string): Mix {
  const pcm = samplesOf({ file: `conversation/ami-${name}.flac` });
  const lines = readFileSync(path.join(VOICES, `conversation/ami-${name}.rttm`), "utf8").split("\n");
  const said = lines.flatMap((line) => {
    const [, start, length, person] = RTTM.exec(line) ?? [];
    if (start === undefined || length === undefined || person === undefined) return [];
    return [{ person, startMs: Number(start) * 1000, endMs: (Number(start) + Number(length)) * 1000 }];
  });
  return { pcm, said };
}
