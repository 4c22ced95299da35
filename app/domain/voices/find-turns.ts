import type { Turns } from "#app/domain/turns.ts";
import { findPeople } from "#app/domain/voices/find-people.ts";
import { dot, meanVector, type UnitVector, unitVector } from "#app/domain/voices/unit-vector.ts";
import { VECTOR_LENGTH, type VoiceFrame } from "#app/domain/voices/voice-frame.ts";
import { type PersonTurn, voteTurns } from "#app/domain/voices/vote-turns.ts";

/** A channel in which somebody speaks less has nobody of its own: noise, or the other channel's people from afar. */
const CHANNEL_MS_MIN = 1000;
const CHANNEL_SHARE_MIN = 0.01;

/**
 * The turns of the people of a recording, from the voices of all its frames; `people` is their number where somebody said it. Each of two
 * channels that were listened to apart has one person, or more where more were said. People are numbered from 0 in the order of their first
 * turns.
 */
export function* findTurns(frames: readonly VoiceFrame[], people: number | null): Turns<PersonTurn[]> {
  const groups = new Map(
    [...new Set(frames.map(({ channel = 0 }) => channel))].map((channel) => [
      channel,
      frames.filter((frame) => (frame.channel ?? 0) === channel),
    ]),
  );
  const known = channelsSpeak(groups) ? yield* peopleByChannel(groups, people) : yield* peopleOfAll(frames, people);
  const turns: PersonTurn[] = [];
  for (const [channel, own] of groups) {
    const places = [...known.keys()].filter((at) => channel === 0 || [0, channel].includes(known[at]?.channel ?? 0));
    const vectors = places.flatMap((at) => known[at]?.vector ?? []);
    for (const turn of yield* voteTurns(own, vectors)) turns.push({ ...turn, person: places[turn.person] ?? 0 });
  }
  turns.sort((one, other) => one.startMs - other.startMs || one.person - other.person);
  const order = [...new Set(turns.map(({ person }) => person))];
  return turns.map((turn) => ({ ...turn, person: order.indexOf(turn.person) }));
}

export function countPeople(turns: readonly PersonTurn[]): number {
  return new Set(turns.map(({ person }) => person)).size;
}

/** `channel`: the only one in which the person speaks; 0 for a person of the whole recording. */
type Known = { channel: number; vector: UnitVector };
type Groups = ReadonlyMap<number, readonly VoiceFrame[]>;

function* peopleOfAll(frames: readonly VoiceFrame[], people: number | null): Turns<Known[]> {
  return (yield* findPeople(frames, people)).map((vector) => ({ channel: 0, vector }));
}

function* peopleByChannel(groups: Groups, people: number | null): Turns<Known[]> {
  const channels = [1, 2].map((channel) => {
    const vectors = (groups.get(channel) ?? []).flatMap(({ pieces }) => pieces.map(({ vector }) => unitVector(vector)));
    return { channel, vectors, vector: vectors.length > 0 ? meanVector(vectors) : new Float32Array(VECTOR_LENGTH) };
  });
  if (people === null || people === channels.length) return channels;
  const all = [1, 2].flatMap((channel) => groups.get(channel) ?? []);
  const found = yield* findPeople(all, people);
  const shares = channels.map(({ vectors }) => {
    const counts = found.map(() => 0);
    for (const vector of vectors) {
      const nearest = nearestOf(vector, found);
      counts[nearest] = (counts[nearest] ?? 0) + 1;
    }
    return counts;
  });
  // One person given: both channels have that one.
  const isShared = found.length < channels.length;
  return found.map((vector, at) => ({
    channel: isShared ? 0 : (shares[0]?.[at] ?? 0) >= (shares[1]?.[at] ?? 0) ? 1 : 2,
    vector,
  }));
}

function nearestOf(vector: UnitVector, people: readonly UnitVector[]): number {
  const likeness = people.map((person) => dot(vector, person));
  return likeness.indexOf(Math.max(...likeness));
}

/** Whether both channels have a person. One that is silent all the time belongs to a file with one microphone. */
function channelsSpeak(groups: Groups): boolean {
  // Frames overlap by half.
  const spokenMs = [1, 2].map(
    (channel) =>
      (groups.get(channel) ?? [])
        .flatMap(({ turns }) => turns)
        .reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / 2,
  );
  const total = spokenMs.reduce((sum, ms) => sum + ms, 0);
  return spokenMs.every((ms) => ms >= Math.max(CHANNEL_MS_MIN, CHANNEL_SHARE_MIN * total));
}
