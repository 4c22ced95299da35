import type { Turns } from "#app/domain/turns.ts";
import { findPeople } from "#app/domain/voices/find-people.ts";
import type { VoiceFrame } from "#app/domain/voices/voice-frame.ts";
import { type PersonTurn, voteTurns } from "#app/domain/voices/vote-turns.ts";

/**
 * The turns of the people of a recording, from the voices of all its frames; `people` is their number where somebody said it. People are numbered from 0
 * in the order of their first turns.
 */
export function* findTurns(frames: readonly VoiceFrame[], people: number | null): Turns<PersonTurn[]> {
  const turns = yield* voteTurns(frames, yield* findPeople(frames, people));
  const order = [...new Set(turns.map(({ person }) => person))];
  return turns.map((turn) => ({ ...turn, person: order.indexOf(turn.person) }));
}

export function countPeople(turns: readonly PersonTurn[]): number {
  return new Set(turns.map(({ person }) => person)).size;
}
