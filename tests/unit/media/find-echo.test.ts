import { expect, test } from "vitest";
import { ECHO_RATE, findEcho } from "#app/media/echo/find-echo.ts";
import { transform } from "#app/media/echo/fourier.ts";

/** Sound like speech: noise in syllables, each with its own colour. The same seed is the same voice. */
function voice(seed: number, seconds: number, { fromS = 0, toS = seconds } = {}): Float32Array {
  const random = randomOf(seed);
  const sound = new Float32Array(seconds * ECHO_RATE);
  let low = 0;
  for (let index = 0; index < sound.length; index += 1) {
    const s = index / ECHO_RATE;
    const syllable = Math.max(0, Math.sin(2 * Math.PI * (2.7 * s + seed / 7))) ** 0.5;
    low = 0.6 * low + (random() - 0.5);
    if (s >= fromS && s < toS) sound[index] = 0.3 * syllable * low;
  }
  return sound;
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The sound as a room gives it back: later, quieter, with decaying reflections and some noise. */
function throughRoom(sound: Float32Array, delayMs: number, gain = 0.3): Float32Array {
  const random = randomOf(99);
  const delay = Math.round((delayMs * ECHO_RATE) / 1000);
  const reflections = Array.from({ length: 160 }, (_, tap) =>
    tap === 0 ? 1 : 0.5 * (random() - 0.5) * Math.exp(-tap / 40),
  );
  return sound.map((_, index) => {
    let heard = 0;
    for (const [tap, weight] of reflections.entries()) heard += weight * (sound[index - delay - tap] ?? 0);
    return gain * heard + 0.0005 * (random() - 0.5);
  });
}

function plus(one: Float32Array, other: Float32Array): Float32Array {
  return one.map((value, index) => value + (other[index] ?? 0));
}

const lengthOf = (stretches: { startMs: number; endMs: number }[]) =>
  stretches.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

test.each([0, 35, 120, 480])("a tab that comes back through the room %i ms later is echo", (delayMs) => {
  const tab = voice(1, 5);
  const found = findEcho(throughRoom(tab, delayMs), tab);
  expect(lengthOf(found)).toBeGreaterThan(4000 - delayMs);
});

test("a person is no echo, with the tab silent or speaking about something else", () => {
  const person = voice(2, 5);
  expect(findEcho(person, new Float32Array(person.length))).toEqual([]);
  expect(findEcho(person, voice(3, 5))).toEqual([]);
  expect(findEcho(new Float32Array(person.length), voice(3, 5))).toEqual([]);
});

test("a stretch reaches a little into the quiet around it, and never into the person's own sound", () => {
  const tab = voice(1, 5, { fromS: 1, toS: 3 });
  const heard = throughRoom(tab, 90);
  const [alone] = findEcho(heard, tab);
  expect(alone?.startMs).toBeLessThanOrEqual(900);
  expect(alone?.endMs).toBeGreaterThanOrEqual(3200);
  expect(alone?.endMs).toBeLessThanOrEqual(3600);
  const answered = findEcho(plus(heard, voice(2, 5, { fromS: 3.3, toS: 4.5 })), tab);
  expect(answered.every(({ endMs }) => endMs <= 3400)).toBe(true);
});

test("a person who talks over the echo is heard", () => {
  const tab = voice(1, 5);
  const person = voice(2, 5, { fromS: 2.5, toS: 4 });
  const found = findEcho(plus(throughRoom(tab, 90), person), tab);
  const over = found.filter(({ startMs, endMs }) => endMs > 2700 && startMs < 3800);
  expect(
    lengthOf(over.map(({ startMs, endMs }) => ({ startMs: Math.max(2700, startMs), endMs: Math.min(3800, endMs) }))),
  ).toBe(0);
  expect(lengthOf(found)).toBeGreaterThan(1500);
});

test("the transform of a sum of waves has their two frequencies", () => {
  const size = 64;
  const real = Float64Array.from(
    { length: size },
    (_, at) => Math.cos((2 * Math.PI * 5 * at) / size) + Math.sin((2 * Math.PI * 9 * at) / size),
  );
  const imaginary = new Float64Array(size);
  transform(real, imaginary);
  const strong = Array.from(real, (value, bin) => (Math.hypot(value, imaginary[bin] ?? 0) > 1 ? bin : -1)).filter(
    (bin) => bin >= 0,
  );
  expect(strong).toEqual([5, 9, 55, 59]);
});
