import { expect, test } from "vitest";
import { HERE_ECHO_CONTEXT_MS, HERE_ECHO_MS_MAX, HERE_PIECE_MS_MAX } from "#app/domain/limits/here.ts";
import { ECHO_RATE } from "#app/media/echo/find-echo.ts";
import { echoFinder, type SoundPair } from "#app/features/meeting/here/capture/echo-finder.ts";
import { fakeClock } from "#tests/fakes/here-clock.ts";

const pairOf = (seconds: number): SoundPair => ({
  microphone: new Float32Array(seconds * ECHO_RATE),
  tab: new Float32Array(seconds * ECHO_RATE),
});

test("the search reads a second more than the piece, and its stretches are those of the piece", async () => {
  const heard: number[] = [];
  const finder = echoFinder(async ({ microphone }) => {
    heard.push(microphone.length / ECHO_RATE);
    return [
      { startMs: 200, endMs: 700 },
      { startMs: 800, endMs: 2000 },
    ];
  }, fakeClock().after);
  for (let second = 0; second < 9; second += 1) finder.add(pairOf(1), second * 1000 + 1000);
  expect(await finder.take(3000, 6000)).toEqual([{ startMs: 3000, endMs: 4000 }]);
  expect(await finder.take(6000, 9000)).toEqual([{ startMs: 6000, endMs: 7000 }]);
  expect(heard).toEqual([4, 4]);
});

test("sound of which no piece comes is kept for the longest piece, and no longer", async () => {
  let heard = 0;
  const finder = echoFinder(async ({ microphone }) => {
    heard = microphone.length / ECHO_RATE;
    return [];
  }, fakeClock().after);
  for (let second = 0; second < 60; second += 1) finder.add(pairOf(1), second * 1000 + 1000);
  await finder.take(0, 60_000);
  expect(heard).toBe((HERE_PIECE_MS_MAX + HERE_ECHO_CONTEXT_MS) / 1000);
});

test("a hole in the sound, or no sound, is not searched", async () => {
  const finder = echoFinder(async () => [{ startMs: 0, endMs: 1000 }], fakeClock().after);
  expect(await finder.take(0, 3000)).toEqual([]);
  finder.add(pairOf(1), 4000);
  finder.add(pairOf(1), 6000);
  expect(await finder.take(3000, 6000)).toEqual([]);
});

test("a search that fails or takes too long answers nothing", async () => {
  const clock = fakeClock();
  const failing = echoFinder(async () => Promise.reject(new Error("no worker")), clock.after);
  failing.add(pairOf(3), 3000);
  expect(await failing.take(0, 3000)).toEqual([]);
  const slow = echoFinder(() => new Promise(() => {}), clock.after);
  slow.add(pairOf(3), 3000);
  const taken = slow.take(0, 3000);
  await clock.pass(HERE_ECHO_MS_MAX);
  expect(await taken).toEqual([]);
});

test("the memory of sound that no later piece needs is freed", async () => {
  const finder = echoFinder(async () => [], fakeClock().after);
  const freed: number[] = [];
  for (const second of [1, 2, 3, 4, 5, 6]) {
    const pair = pairOf(1);
    // Node 20 has no ArrayBuffer.prototype.transfer.
    for (const { buffer } of [pair.microphone, pair.tab]) Object.assign(buffer, { transfer: () => freed.push(second) });
    finder.add(pair, second * 1000);
  }
  await finder.take(0, 3000);
  expect(freed).toEqual([]);
  await finder.take(3000, 6000);
  expect(freed).toEqual([1, 1, 2, 2]);
});
