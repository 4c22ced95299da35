import type { Turns } from "#app/domain/turns.ts";
import { assignPieces } from "#app/domain/voices/assign-pieces.ts";
import type { UnitVector } from "#app/domain/voices/unit-vector.ts";
import type { VoiceFrame, VoicePiece, VoiceTurn } from "#app/domain/voices/voice-frame.ts";

/** A person (a place in the list of people) speaks. */
export type PersonTurn = { person: number; startMs: number; endMs: number };

const STEP_MS = 20;
/** A person speaks at a moment when half of the frames around it say so: one of the two that overlap, mostly. */
const VOTES_MIN = 0.5;
const PAUSE_MS_MAX = 700;
const TURN_MS_MIN = 200;

/** The turns of all people, in the order of their beginning. */
export function* voteTurns(frames: readonly VoiceFrame[], people: readonly UnitVector[]): Turns<PersonTurn[]> {
  const untilMs = frames.reduce((end, frame) => Math.max(end, frame.endMs), 0);
  const steps = Math.ceil(untilMs / STEP_MS) + 1;
  const frameCount = new Uint8Array(steps);
  for (const { startMs, endMs } of frames)
    forSteps(startMs, endMs, (step) => (frameCount[step] = (frameCount[step] ?? 0) + 1));
  const claims: PersonTurn[][] = people.map(() => []);
  for (const frame of frames) {
    const isKnown = frame.channel !== undefined && people.length === 1;
    const own = isKnown ? wholeTurns(frame) : claimsOf(frame, assignPieces(frame, people));
    for (const claim of own) claims[claim.person]?.push(claim);
    yield frame.pieces.length * people.length * 2 + 1;
  }
  const turns: PersonTurn[] = [];
  for (const [person, own] of claims.entries()) {
    const votes = new Uint8Array(steps);
    for (const { startMs, endMs } of own) forSteps(startMs, endMs, (step) => (votes[step] = (votes[step] ?? 0) + 1));
    const isSpeaking = (step: number) =>
      (votes[step] ?? 0) > 0 && (votes[step] ?? 0) >= VOTES_MIN * (frameCount[step] ?? 0);
    turns.push(...runsOf(isSpeaking, steps).map((run) => ({ person, ...run })));
    yield steps / 50;
  }
  return turns.toSorted((one, other) => one.startMs - other.startMs || one.person - other.person);
}

function forSteps(startMs: number, endMs: number, visit: (step: number) => void): void {
  for (let step = Math.max(0, Math.round(startMs / STEP_MS)); step < Math.round(endMs / STEP_MS); step += 1)
    visit(step);
}

/** Stretches of a frame's turns and their people; stretches of one person do not overlap. Each moment of a turn goes to its nearest piece. */
function claimsOf(frame: VoiceFrame, assigned: readonly (number | null)[]): PersonTurn[] {
  const claims: PersonTurn[] = [];
  for (const turn of frame.turns) {
    const own = frame.pieces
      .map((piece, at) => ({ piece, person: assigned[at] ?? null }))
      .filter(({ piece }) => piece.voice === turn.voice)
      .toSorted((one, other) => one.piece.startMs - other.piece.startMs);
    for (const [at, { piece, person }] of own.entries()) {
      if (person === null) continue;
      const { startMs, endMs } = reachOf(turn, piece, { before: own[at - 1]?.piece, after: own[at + 1]?.piece });
      if (endMs > startMs) claims.push({ person, startMs, endMs });
    }
  }
  return withoutRepeats(claims);
}

/** All that is said in a channel of one person, words too short for an embedding as well. */
function wholeTurns({ turns }: VoiceFrame): PersonTurn[] {
  return withoutRepeats(turns.map(({ startMs, endMs }) => ({ person: 0, startMs, endMs })));
}

function reachOf(
  turn: VoiceTurn,
  piece: VoicePiece,
  { before, after }: { before: VoicePiece | undefined; after: VoicePiece | undefined },
) {
  return {
    startMs: Math.max(turn.startMs, before ? (before.endMs + piece.startMs) / 2 : turn.startMs),
    endMs: Math.min(turn.endMs, after ? (piece.endMs + after.startMs) / 2 : turn.endMs),
  };
}

function withoutRepeats(claims: readonly PersonTurn[]): PersonTurn[] {
  const kept: PersonTurn[] = [];
  for (const claim of claims.toSorted((one, other) => one.person - other.person || one.startMs - other.startMs)) {
    const before = kept.at(-1);
    if (before && before.person === claim.person && claim.startMs <= before.endMs)
      before.endMs = Math.max(before.endMs, claim.endMs);
    else kept.push({ ...claim });
  }
  return kept;
}

/** Runs of steps, joined over short pauses. */
function runsOf(isOn: (step: number) => boolean, steps: number): { startMs: number; endMs: number }[] {
  const runs: { startMs: number; endMs: number }[] = [];
  for (let step = 0; step < steps; step += 1) {
    if (!isOn(step)) continue;
    const last = runs.at(-1);
    if (last && step * STEP_MS - last.endMs < PAUSE_MS_MAX) last.endMs = (step + 1) * STEP_MS;
    else runs.push({ startMs: step * STEP_MS, endMs: (step + 1) * STEP_MS });
  }
  return runs.filter(({ startMs, endMs }) => endMs - startMs >= TURN_MS_MIN);
}
