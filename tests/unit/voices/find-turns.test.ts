import { expect, test } from "vitest";
import { runAtOnce } from "#app/domain/turns.ts";
import { countPeople, findTurns } from "#app/domain/voices/find-turns.ts";
import { findPeople } from "#app/domain/voices/find-people.ts";
import { assignPieces } from "#app/domain/voices/assign-pieces.ts";
import { unitVector } from "#app/domain/voices/unit-vector.ts";
import { VECTOR_LENGTH, VECTOR_UNIT, type VoiceFrame } from "#app/domain/voices/voice-frame.ts";
import { framesOf, type Talk, voiceOf } from "#tests/support/voice-frames.ts";

const find = (frames: VoiceFrame[], people: number | null = null) => runAtOnce(findTurns(frames, people));

/** People take turns of `turnMs`, with pauses that end a turn between them. */
function turnsOf(people: number, { turnMs = 6000, turns = 20 } = {}): Talk[] {
  return Array.from({ length: turns }, (_, at) => ({
    person: at % people,
    startMs: at * (turnMs + 800),
    endMs: at * (turnMs + 800) + turnMs,
  }));
}
const endOf = (talk: Talk[]) => talk.at(-1)?.endMs ?? 0;

test.each([1, 2, 3, 6, 12])(
  "%i people who take turns are found, with their turns, in the order of their first words",
  (people) => {
    const talk = turnsOf(people, { turns: 36 });
    const turns = find(framesOf(talk, endOf(talk)));
    expect(countPeople(turns)).toBe(people);
    expect(turns).toHaveLength(talk.length);
    for (const [at, turn] of turns.entries()) {
      expect(turn.person).toBe(talk[at]?.person);
      expect(Math.abs(turn.startMs - (talk[at]?.startMs ?? 0))).toBeLessThanOrEqual(40);
      expect(Math.abs(turn.endMs - (talk[at]?.endMs ?? 0))).toBeLessThanOrEqual(40);
    }
  },
);

test("the same frames give the same people, whatever the order of the frames", () => {
  const talk = turnsOf(4);
  const frames = framesOf(talk, endOf(talk));
  expect(find(frames)).toEqual(find(frames));
  expect(find(frames.toReversed())).toEqual(find(frames));
});

test("a given number joins those who are most alike, and never makes up people", () => {
  const talk = turnsOf(3);
  const frames = framesOf(talk, endOf(talk));
  expect(countPeople(find(frames, 2))).toBe(2);
  expect(countPeople(find(frames, 1))).toBe(1);
  expect(countPeople(find(frames, 9))).toBe(3);
});

test("a person who speaks for three seconds of half a minute is found; a sound of a fifth of a second is no person", () => {
  const short: Talk[] = [
    { person: 0, startMs: 0, endMs: 14_000 },
    { person: 1, startMs: 14_500, endMs: 17_500 },
    { person: 0, startMs: 18_000, endMs: 29_000 },
    { person: 2, startMs: 29_300, endMs: 29_500 },
  ];
  expect(countPeople(find(framesOf(short, 30_000)))).toBe(2);
});

test("in an hour a person who speaks for half a minute is found, and three seconds of noise are not", () => {
  const talk: Talk[] = [
    ...turnsOf(2, { turnMs: 20_000, turns: 120 }),
    { person: 3, startMs: 2_480_000, endMs: 2_510_000 },
    { person: 4, startMs: 2_515_000, endMs: 2_518_000 },
  ];
  expect(countPeople(find(framesOf(talk, 2_520_000)))).toBe(3);
});

test("two people at once are both found", () => {
  const talk: Talk[] = [...turnsOf(2, { turns: 10 }), { person: 1, startMs: 61_000, endMs: 64_000 }];
  const frames = framesOf(
    [...talk, { person: 0, startMs: 66_600, endMs: 72_000 }, { person: 1, startMs: 68_000, endMs: 71_000 }],
    73_000,
  );
  const at = 69_500;
  expect(find(frames).filter(({ startMs, endMs }) => startMs < at && endMs > at)).toHaveLength(2);
});

test("a piece as near to one person as to another has nobody", () => {
  const vector = new Int16Array(VECTOR_LENGTH);
  vector[0] = Math.round(VECTOR_UNIT / Math.SQRT2);
  vector[1] = Math.round(VECTOR_UNIT / Math.SQRT2);
  const people = [voiceOf(0), voiceOf(1)].map((one) => unitVector(one));
  const turn = { voice: 0, startMs: 0, endMs: 2000, isAlone: true };
  const frame = (piece: Int16Array) => ({
    startMs: 0,
    endMs: 10_000,
    turns: [turn],
    pieces: [{ ...turn, vector: piece }],
  });
  expect(assignPieces(frame(vector), people)).toEqual([null]);
  expect(assignPieces(frame(voiceOf(1)), people)).toEqual([1]);
});

test("sound without a voice, or with a single word, is no failure", () => {
  expect(find([])).toEqual([]);
  expect(find([{ startMs: 0, endMs: 10_000, turns: [], pieces: [] }])).toEqual([]);
  expect(countPeople(find(framesOf([{ person: 0, startMs: 2000, endMs: 2700 }], 10_000)))).toBe(1);
});

test("four hours are clustered in less than four seconds, by an even sample", () => {
  const talk = turnsOf(5, { turnMs: 11_000, turns: 1240 });
  const frames = framesOf(talk, endOf(talk));
  expect(frames.flatMap(({ pieces }) => pieces).length).toBeGreaterThan(12_000);
  const before = process.cpuUsage();
  expect(runAtOnce(findPeople(frames, null))).toHaveLength(5);
  const { user } = process.cpuUsage(before);
  expect(user / 1e6).toBeLessThan(4);
});

const inChannel = (channel: number, talk: Talk[], untilMs: number): VoiceFrame[] =>
  framesOf(talk, untilMs).map((frame) => ({ ...frame, channel }));

test("two channels that were listened to apart are two people, also where their voices are alike or talk at once", () => {
  const left: Talk[] = [
    { person: 3, startMs: 1000, endMs: 9000 },
    { person: 3, startMs: 20_000, endMs: 24_000 },
    { person: 4, startMs: 30_000, endMs: 36_000 },
  ];
  const right: Talk[] = [{ person: 3, startMs: 8000, endMs: 19_000 }];
  const frames = [...inChannel(1, left, 40_000), ...inChannel(2, right, 40_000)];
  const near = (found: { person: number; startMs: number; endMs: number }[]) =>
    found.map(({ person, startMs, endMs }) => [person, Math.round(startMs / 100), Math.round(endMs / 100)]);
  const wanted = [
    [0, 10, 90],
    [1, 80, 190],
    [0, 200, 240],
    [0, 300, 360],
  ];
  for (const people of [null, 2]) expect(near(find(frames, people))).toEqual(wanted);
  expect(countPeople(find(frames, 1))).toBe(1);
});

test("more people than channels are told apart within the channels", () => {
  const left = turnsOf(2, { turns: 6 });
  const right: Talk[] = [{ person: 5, startMs: 42_000, endMs: 50_000 }];
  const turns = find([...inChannel(1, left, 52_000), ...inChannel(2, right, 52_000)], 3);
  expect(turns.map(({ person }) => person)).toEqual([0, 1, 0, 1, 0, 1, 2]);
});

test("a channel without a voice leaves the other one's people as they are", () => {
  const talk = turnsOf(3);
  const untilMs = endOf(talk);
  const silent = inChannel(2, [{ person: 7, startMs: 5000, endMs: 5300 }], untilMs);
  const turns = find([...inChannel(1, talk, untilMs), ...silent.map((frame) => ({ ...frame, pieces: [] }))]);
  expect(turns.map(({ person }) => person)).toEqual(talk.map(({ person }) => person));
});

test("a stretch that both channels hold alike, as an announcement, goes to the nearer person", () => {
  const left: Talk[] = [{ person: 0, startMs: 0, endMs: 9000 }];
  const right: Talk[] = [{ person: 1, startMs: 10_000, endMs: 19_000 }];
  const mixed = framesOf([{ person: 1, startMs: 21_000, endMs: 29_000 }], 30_000);
  const turns = find([...inChannel(1, left, 20_000), ...inChannel(2, right, 20_000), ...mixed.slice(4)]);
  expect(turns.map(({ person }) => person)).toEqual([0, 1, 1]);
});
