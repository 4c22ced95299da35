import { expect, test } from "vitest";
import { HERE_ECHO_CONTEXT_MS, HERE_ECHO_MS_MAX, HERE_PIECE_MS_MAX } from "#app/domain/limits/here.ts";
import { ECHO_RATE } from "#app/media/echo/find-echo.ts";
import { echoFinder, type FindEcho, type SoundPair } from "#app/features/here/capture/echo-finder.ts";
import { fakeClock } from "#tests/fakes/here-clock.ts";

/** `givenBack`: the pairs, each once. */
function openFinder(find: FindEcho) {
  const clock = fakeClock();
  const givenBack: SoundPair[] = [];
  const finder = echoFinder({
    find,
    after: clock.after,
    giveBack: ({ microphone, tab }) => givenBack.push({ microphone, tab }),
  });
  return { finder, clock, givenBack };
}
const secondsOf = (frames: readonly SoundPair[]) =>
  frames.reduce((sum, { microphone }) => sum + microphone.length, 0) / ECHO_RATE;
const pairOf = (seconds: number): SoundPair => ({
  microphone: new Float32Array(seconds * ECHO_RATE),
  tab: new Float32Array(seconds * ECHO_RATE),
});

test("the search reads a second more than the piece, and its stretches are those of the piece", async () => {
  const heard: number[] = [];
  const { finder } = openFinder(async (frames) => {
    heard.push(secondsOf(frames));
    return [
      { startMs: 200, endMs: 700 },
      { startMs: 800, endMs: 2000 },
    ];
  });
  for (let second = 0; second < 9; second += 1) finder.add(pairOf(1), second * 1000 + 1000);
  expect(await finder.take(3000, 6000)).toEqual([{ startMs: 3000, endMs: 4000 }]);
  expect(await finder.take(6000, 9000)).toEqual([{ startMs: 6000, endMs: 7000 }]);
  expect(heard).toEqual([4, 4]);
});

test("sound of which no piece comes is kept for the longest piece, and no longer", async () => {
  let heard = 0;
  const { finder } = openFinder(async (frames) => {
    heard = secondsOf(frames);
    return [];
  });
  for (let second = 0; second < 60; second += 1) finder.add(pairOf(1), second * 1000 + 1000);
  await finder.take(0, 60_000);
  expect(heard).toBe((HERE_PIECE_MS_MAX + HERE_ECHO_CONTEXT_MS) / 1000);
});

test("a hole in the sound, or no sound, is not searched", async () => {
  const { finder } = openFinder(async () => [{ startMs: 0, endMs: 1000 }]);
  expect(await finder.take(0, 3000)).toEqual([]);
  finder.add(pairOf(1), 4000);
  finder.add(pairOf(1), 6000);
  expect(await finder.take(3000, 6000)).toEqual([]);
});

test("a search that fails or takes too long answers nothing", async () => {
  const { finder: failing } = openFinder(async () => Promise.reject(new Error("no worker")));
  failing.add(pairOf(3), 3000);
  expect(await failing.take(0, 3000)).toEqual([]);
  const { finder: slow, clock } = openFinder(() => new Promise(() => {}));
  slow.add(pairOf(3), 3000);
  const taken = slow.take(0, 3000);
  await clock.pass(HERE_ECHO_MS_MAX);
  expect(await taken).toEqual([]);
});

test("sound that no later piece needs is given back, once", async () => {
  const { finder, givenBack } = openFinder(async () => []);
  const pairs = [1, 2, 3, 4, 5, 6].map(() => pairOf(1));
  for (const [index, pair] of pairs.entries()) finder.add(pair, (index + 1) * 1000);
  await finder.take(0, 3000);
  expect(givenBack).toEqual([]);
  await finder.take(3000, 6000);
  expect(givenBack).toHaveLength(2);
  for (const [index, { microphone, tab }] of givenBack.entries()) {
    expect(microphone).toBe(pairs[index]?.microphone);
    expect(tab).toBe(pairs[index]?.tab);
  }
});
