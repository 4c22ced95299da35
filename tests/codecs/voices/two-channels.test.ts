import { execFileSync } from "node:child_process";
import { describe, expect, onTestFinished, test } from "vitest";
import { runAtOnce } from "#app/domain/turns.ts";
import { findTurns } from "#app/domain/voices/find-turns.ts";
import { VECTOR_LENGTH, type VoiceFrame } from "#app/domain/voices/voice-frame.ts";
import { diarisationError, rightAlone, type Said } from "#tests/support/diarisation-error.ts";
import { hasVoiceModels, voicesProcess } from "#tests/support/real-voice-frames.ts";
import { RATE } from "#tests/support/real-voices.ts";
import { mixMeeting, READERS } from "#tests/support/voice-mixes.ts";
import { decodeChannels } from "#workers/local/speech/decode.mjs";
import { soundsOf } from "#workers/local/voices/split-channels.mjs";

const SECONDS = 90;
/** Seconds in which the two people speak; for two seconds of each change both do. */
const TURNS = [
  [0, 12],
  [10, 16],
  [14, 31],
  [30, 34],
  [32, 55],
  [53, 71],
  [69, 90],
] as const;

/** The level of each person (rows) on the left and on the right, in dB, and the delay to the farther side, in samples. */
type Places = { levels: readonly [readonly [number, number], readonly [number, number]]; lateBy: number };
const CALL: Places = {
  levels: [
    [0, -100],
    [-100, 0],
  ],
  lateBy: 0,
};
const CALL_THAT_LEAKS: Places = {
  levels: [
    [0, -16],
    [-20, -6],
  ],
  lateBy: 900,
};
const STEREO_ROOM: Places = {
  levels: [
    [0, -5],
    [-4, 0],
  ],
  lateBy: 9,
};
const ONE_MICROPHONE: Places = {
  levels: [
    [0, -100],
    [-3, -100],
  ],
  lateBy: 0,
};
const UNEVEN_COPY: Places = {
  levels: [
    [0, -14],
    [-2, -16],
  ],
  lateBy: 0,
};

describe.runIf(hasVoiceModels)("two channels with real voices", { timeout: 120_000 }, () => {
  test.each([
    { name: "a call", places: CALL, format: "wav" },
    { name: "a call", places: CALL, format: "m4a" },
    { name: "a call whose channels leak into each other", places: CALL_THAT_LEAKS, format: "wav" },
  ] as const)("$name in $format: each channel is one person", async ({ places, format }) => {
    const { sound, said } = await aRecording(places);
    const sounds = soundsOf(await decodeChannels(encoded(sound, format)));
    expect(sounds.map(({ channel }) => channel)).toEqual([1, 2]);
    const found = await listen(sounds);
    const score = diarisationError(said, found, { untilMs: SECONDS * 1000 });
    expect(score.confused).toBeLessThan(0.001);
    expect(score.total).toBeLessThan(0.02);
    const alone = rightAlone(said, found, { untilMs: SECONDS * 1000 });
    expect(alone.rightMs / alone.spokenMs).toBeGreaterThan(0.98);
  });

  test.each([
    { name: "a stereo recording of a room", places: STEREO_ROOM, channels: [null] },
    { name: "a copy that is quieter on one side", places: UNEVEN_COPY, channels: [1, 2] },
    { name: "one microphone on the left", places: ONE_MICROPHONE, channels: [1, 2] },
  ])("$name is told apart by voices", async ({ places, channels }) => {
    const { sound, said } = await aRecording(places);
    const sounds = soundsOf(await decodeChannels(encoded(sound, "wav")));
    expect(sounds.map(({ channel }) => channel)).toEqual(channels);
    const found = await listen(sounds);
    expect(new Set(found.map(({ person }) => person)).size).toBe(2);
    expect(diarisationError(said, found, { untilMs: SECONDS * 1000 }).total).toBeLessThan(0.06);
  });
});

async function aRecording({ levels, lateBy }: Places): Promise<{ sound: Int16Array<ArrayBuffer>; said: Said[] }> {
  const sum = new Float32Array(SECONDS * RATE * 2);
  const said: Said[] = [];
  for (const [person, reader] of [READERS[3], READERS[5]].entries()) {
    const own = await mixMeeting({ readers: [reader], seconds: SECONDS, seed: 60 + person });
    const stretches = TURNS.flatMap(([from, to], at) =>
      at % 2 === person ? [{ from: from * RATE, to: to * RATE }] : [],
    );
    for (const { from, to } of stretches) {
      for (const [channel, level] of (levels[person] ?? []).entries()) {
        const gain = 10 ** (level / 20);
        const late = level === Math.max(...(levels[person] ?? [])) ? 0 : lateBy;
        for (let at = from; at < to && at + late < SECONDS * RATE; at += 1) {
          const place = 2 * (at + late) + channel;
          sum[place] = (sum[place] ?? 0) + gain * (own.pcm[at] ?? 0);
        }
      }
      for (const { startMs, endMs } of own.said) {
        const [start, end] = [Math.max(startMs, from / 16), Math.min(endMs, to / 16)];
        if (end > start) said.push({ person: reader, startMs: start, endMs: end });
      }
    }
  }
  // The noise of two lines.
  let state = 7;
  const noise = () => ((state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31 - 0.5) * 40;
  return { sound: Int16Array.from(sum, (sample) => Math.max(-32_768, Math.min(32_767, sample + noise()))), said };
}

function encoded(sound: Int16Array<ArrayBuffer>, format: "wav" | "m4a"): Uint8Array {
  const output =
    format === "wav"
      ? ["-f", "wav"]
      : ["-c:a", "aac", "-b:a", "96k", "-movflags", "frag_keyframe+empty_moov", "-f", "mp4"];
  const input = ["-v", "error", "-f", "s16le", "-ar", String(RATE), "-ac", "2", "-i", "-"];
  return new Uint8Array(
    execFileSync("ffmpeg", [...input, ...output, "-"], { input: new Uint8Array(sound.buffer), maxBuffer: 1e9 }),
  );
}

async function listen(sounds: ReturnType<typeof soundsOf>): Promise<Said[]> {
  const finder = voicesProcess();
  onTestFinished(() => finder.stop());
  const frames: VoiceFrame[] = [];
  for (const { pcm, channel } of sounds) {
    for (const { vectors, pieces, ...frame } of await finder.find(pcm, new AbortController().signal)) {
      const vector = (at: number) => vectors.slice(at * VECTOR_LENGTH, (at + 1) * VECTOR_LENGTH);
      frames.push({
        ...frame,
        ...(channel !== null && { channel }),
        pieces: pieces.map((piece, at) => ({ ...piece, vector: vector(at) })),
      });
    }
  }
  return runAtOnce(findTurns(frames, null)).map(({ person, startMs, endMs }) => ({
    person: String(person),
    startMs,
    endMs,
  }));
}
