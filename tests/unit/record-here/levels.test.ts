import { expect, test } from "vitest";
import { HERE_DEAD_MS_MAX, HERE_SILENT_MS_MAX } from "#app/domain/limits/here.ts";
import { collectLoud } from "#app/features/here/capture/loud-stretches.ts";
import { shownLevel, watchSource } from "#app/features/here/capture/source-watch.ts";

const SPEECH = { rms: 0.1, peak: 0.4 };
const MURMUR = { rms: 0.002, peak: 0.01 };
const ROOM = { rms: 0.0001, peak: 0.001 };
const ZERO = { rms: 0, peak: 0 };

test("the level goes from nothing at −60 dBFS to all at full scale", () => {
  expect([0, 0.0005, 0.001, 0.0316, 1, 1.2].map((rms) => shownLevel({ rms, peak: rms }))).toEqual([
    0, 0, 0, 50, 100, 100,
  ]);
});

test("speech is good, a murmur quiet, clipping too loud, and words do not flicker", () => {
  const watch = watchSource({ now: 0, hasDeadSilence: false });
  expect(watch.take(MURMUR, 100)).toBe("quiet");
  expect(watch.take(SPEECH, 200)).toBe("good");
  expect(watch.take(MURMUR, 900)).toBe("good");
  expect(watch.take(MURMUR, 2000)).toBe("quiet");
  expect(watch.take({ rms: 0.5, peak: 1 }, 2100)).toBe("loud");
});

test("a microphone that gives zeros is dead, and one in a quiet room is silent", () => {
  const dead = watchSource({ now: 0, hasDeadSilence: false });
  expect(dead.take(ZERO, HERE_DEAD_MS_MAX - 1)).toBe("quiet");
  expect(dead.take(ZERO, HERE_DEAD_MS_MAX)).toBe("dead");
  const quiet = watchSource({ now: 0, hasDeadSilence: false });
  expect(quiet.take(ROOM, HERE_SILENT_MS_MAX - 1)).toBe("quiet");
  expect(quiet.take(ROOM, HERE_SILENT_MS_MAX)).toBe("silent");
});

test("zeros of a tab are silence", () => {
  const watch = watchSource({ now: 0, hasDeadSilence: true });
  expect(watch.take(ZERO, HERE_DEAD_MS_MAX)).toBe("quiet");
  expect(watch.take(ZERO, HERE_SILENT_MS_MAX)).toBe("silent");
});

test("a pause does not count as silence", () => {
  const watch = watchSource({ now: 0, hasDeadSilence: false });
  watch.rest(HERE_SILENT_MS_MAX * 2);
  expect(watch.take(ROOM, HERE_SILENT_MS_MAX * 2 + 100)).toBe("quiet");
});

test("loud stretches join over a breath, are cut at pieces, and the mix holds both", () => {
  const loud = collectLoud();
  loud.add({ microphone: SPEECH, tab: ZERO }, 0, 1000);
  loud.add({ microphone: SPEECH, tab: ZERO }, 1200, 2000);
  loud.add({ microphone: ZERO, tab: SPEECH }, 2800, 3400);
  expect(loud.take("microphone", 0, 3000)).toEqual([{ startMs: 0, endMs: 2000 }]);
  expect(loud.take("tab", 0, 3000)).toEqual([{ startMs: 2800, endMs: 3000 }]);
  expect(loud.take("tab", 3000, 6000)).toEqual([{ startMs: 3000, endMs: 3400 }]);
  expect(loud.take("mix", 0, 3000)).toEqual([
    { startMs: 0, endMs: 2000 },
    { startMs: 2800, endMs: 3000 },
  ]);
});
