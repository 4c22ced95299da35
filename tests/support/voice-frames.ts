import { VECTOR_LENGTH, VECTOR_UNIT, type VoiceFrame, type VoicePiece } from "#app/domain/voices/voice-frame.ts";

/** A made-up person speaks; persons with other numbers sound quite different. */
export type Talk = { person: number; startMs: number; endMs: number };

const FRAME_MS = 10_000;
const STEP_MS = 5000;
const PIECE_MS = 2000;

/** Frames as an engine answers them, of people who are told apart without a mistake. Voices are numbered anew in each frame. */
export function framesOf(talk: readonly Talk[], untilMs: number): VoiceFrame[] {
  const frames: VoiceFrame[] = [];
  for (let startMs = 0; startMs === 0 || startMs + STEP_MS < untilMs; startMs += STEP_MS) {
    const endMs = Math.min(untilMs, startMs + FRAME_MS);
    const inside = talk
      .map((one) => ({ ...one, startMs: Math.max(one.startMs, startMs), endMs: Math.min(one.endMs, endMs) }))
      .filter((one) => one.endMs > one.startMs);
    const order = [...new Set(inside.map(({ person }) => person))].toReversed();
    const turns = inside.map((one) => ({ voice: order.indexOf(one.person), startMs: one.startMs, endMs: one.endMs }));
    const pieces = inside.flatMap((one): VoicePiece[] => {
      const parts = Math.max(1, Math.round((one.endMs - one.startMs) / PIECE_MS));
      return Array.from({ length: parts }, (_, part) => ({
        voice: order.indexOf(one.person),
        startMs: Math.round(one.startMs + (part * (one.endMs - one.startMs)) / parts),
        endMs: Math.round(one.startMs + ((part + 1) * (one.endMs - one.startMs)) / parts),
        isAlone: true,
        vector: voiceOf(one.person, startMs + part),
      }));
    });
    frames.push({ startMs, endMs, turns, pieces });
  }
  return frames;
}

/** A direction of their own, and a little of another that changes. */
export function voiceOf(person: number, seed = 0): Int16Array {
  const vector = new Int16Array(VECTOR_LENGTH);
  vector[person] = Math.round(0.9 * VECTOR_UNIT);
  vector[100 + (Math.abs(seed * 31 + person * 7) % 80)] = Math.round(0.43 * VECTOR_UNIT);
  return vector;
}
