import { expect } from "vitest";
import { readSegmentHeader } from "#app/media/pieces/segment-header.ts";
import type { CallIngest } from "#tests/fakes/call-ingest.ts";
import { type Call, joinCall } from "#tests/support/call-pieces.ts";
import { decode, decodeByTime, RATE, sentenceScore, spokenAlone, type Voice } from "./voices.ts";
import type { ReachedTrack } from "./witness.ts";

/**
 * Excerpts of the sound that reached the bot's page score 0.44 to 0.99 in the mix at loads of 10 to 29; at most 0.3 when played backwards,
 * and at most 0.15 where the piece is missing.
 */
const KEPT = 0.35;
/** An excerpt is searched for this far around its place, in samples: 0.4 s were enough in all runs, those with a frozen page included. */
const AROUND = RATE;
/** Most that a recording is longer or shorter than its time, whatever the processor did. */
const STRAY_MS_MAX = 500;

/** The sound of a bot as Acta's file has it: the pieces joined by their times, with silence where there are none. Times are in epoch ms. */
export type RecordedSound = {
  samples: Float32Array;
  startedAt: number;
  endedAt: number;
  /** Stretches without sound that a person is told about, in ms of the recording. */
  gaps: { startMs: number; endMs: number }[];
};

export async function recordedSound(ingest: CallIngest): Promise<RecordedSound> {
  const call: Call = { segments: [], pieces: ingest.pieces().filter(({ stream }) => stream === "mix") };
  let endedAt = 0;
  for (const event of ingest.events()) {
    if (event.type === "segment-ended" && event.stream === "mix") endedAt = event.endedAt;
    if (event.type !== "segment-started" || event.stream !== "mix") continue;
    const first = call.pieces.find(({ segment, seq }) => segment === event.segment && seq === 0);
    const header = first ? await readSegmentHeader(first.bytes) : null;
    if (header) call.segments.push({ stream: "mix", segment: event.segment, startedAt: event.startedAt, header });
  }
  const startedAt = call.segments[0]?.startedAt;
  if (startedAt === undefined) throw new Error("no sound was recorded");
  call.pieces.sort((one, other) => one.segment - other.segment || one.seq - other.seq);
  const { file, gaps } = joinCall(call);
  return { samples: decode(file), startedAt, endedAt, gaps };
}

/** Expects the recording to play for as long as it took. */
export function expectItsTime({ samples, startedAt, endedAt }: RecordedSound): void {
  expect(Math.abs((samples.length / RATE) * 1000 - (endedAt - startedAt))).toBeLessThan(STRAY_MS_MAX);
}

/** The voices that reached the bot's page, each at its time in the recording. */
export function reachedVoices(tracks: readonly ReachedTrack[], { startedAt }: RecordedSound): Voice[] {
  return tracks.map((track) => ({
    samples: decodeByTime(track.file),
    lag: Math.round(((track.startedAt - startedAt) / 1000) * RATE),
  }));
}

/** Expects all that reached the page of a voice, while it alone spoke, in the recording at its moment. */
export function expectKept({ samples: mix }: RecordedSound, voices: readonly Voice[]): void {
  for (const voice of voices) {
    const spoken = spokenAlone(
      voice,
      voices.filter((each) => each !== voice),
    );
    // Bob says one sentence, two or three times, and each is longer than two excerpts.
    expect(spoken.length).toBeGreaterThan(2);
    for (const { at, samples } of spoken) {
      const around = mix.subarray(Math.max(0, at - AROUND), at + samples.length + AROUND);
      expect(sentenceScore(around, samples), `at ${at / RATE} s`).toBeGreaterThan(KEPT);
    }
  }
}
