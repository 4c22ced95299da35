import fc from "fast-check";
import { expect, test } from "vitest";
import { playSample } from "#app/features/meeting/edit/transcript/voice-button.tsx";
import { lanePath, layLanes, scaleTimes } from "#app/features/meeting/player/lanes.ts";
import { startInSecond } from "#app/domain/transcript/moment-address.ts";
import { createPlayback } from "#app/features/meeting/player/playback.ts";
import { nextRate, parseStart, RATES, readKey } from "#app/features/meeting/player/player-keys.ts";
import { listSpeakers } from "#app/features/meeting/transcript/list-speakers.ts";
import { segment } from "#tests/unit/meeting-page/build-view.ts";

const press = { altKey: false, ctrlKey: false, metaKey: false, focus: "page" as const };

test.each([
  [" ", { do: "toggle" }],
  ["k", { do: "toggle" }],
  ["K", { do: "toggle" }],
  ["j", { do: "seek", byMs: -10_000 }],
  ["l", { do: "seek", byMs: 10_000 }],
  ["ArrowLeft", { do: "seek", byMs: -5000 }],
  ["ArrowRight", { do: "seek", byMs: 5000 }],
  ["[", { do: "rate", step: -1 }],
  ["]", { do: "rate", step: 1 }],
  ["x", null],
  ["Enter", null],
  ["ArrowDown", null],
])("the key %j means %o", (key, action) => {
  expect(readKey({ ...press, key })).toEqual(action);
});

test.each([
  ["while typing", { ...press, focus: "typing" as const }],
  ["with Ctrl", { ...press, ctrlKey: true }],
  ["with Alt", { ...press, altKey: true }],
  ["with Cmd", { ...press, metaKey: true }],
])("no key is taken %s", (_, pressed) => {
  for (const key of [" ", "k", "j", "l", "ArrowLeft", "]"]) expect(readKey({ ...pressed, key })).toBeNull();
});

test("a focused control handles its own space bar", () => {
  expect(readKey({ ...press, key: " ", focus: "control" })).toBeNull();
  expect(readKey({ ...press, key: "k", focus: "control" })).toEqual({ do: "toggle" });
});

test("keys stop at the slowest and the fastest speed, the button starts over", () => {
  expect(nextRate(2, 1)).toBe(2);
  expect(nextRate(0.75, -1)).toBe(0.75);
  expect(nextRate(2, 1, true)).toBe(0.75);
  expect(nextRate(1.7, 1)).toBe(1.25);
  const round = new Set<number>();
  for (let rate = 1, turn = 0; turn < RATES.length; turn += 1) round.add((rate = nextRate(rate, 1, true)));
  expect([...round].sort((a, b) => a - b)).toEqual([...RATES]);
});

test.each([
  ["754", 754_000],
  ["0", 0],
  ["12.5", 12_500],
  ["-1", null],
  ["1e3", null],
  ["", null],
  [null, null],
  ["99999999", null],
])("?t=%s opens at %s ms", (text, ms) => {
  expect(parseStart(text)).toBe(ms);
});

test.each([
  ["14", "at 14.0 s, and the line before it ends there", [7.5, 14, 14.2], 14_000],
  ["14", "within the second", [7.5, 14.2, 21.3], 14_200],
  ["14", "first of two within the second", [7.5, 14.2, 14.9], 14_200],
  ["14", "at the end of the second", [7.5, 14.999, 15], 14_999],
  ["14", "in another second", [7.5, 15], 14_000],
  ["14.1", "later, and the address has a fraction", [7.5, 14.2], 14_100],
  ["14", "nowhere", [], 14_000],
])("?t=%s opens at a line that begins %s", (text, _, starts, ms) => {
  const segments = starts.map((start, index) =>
    segment(`s${index}`, start, { endMs: (starts[index + 1] ?? 60) * 1000 }),
  );
  expect(startInSecond(segments, parseStart(text) ?? Number.NaN)).toBe(ms);
  const playback = createPlayback();
  playback.setSegments(segments);
  playback.openAt(parseStart(text) ?? Number.NaN);
  expect(playback.getState().ms).toBe(ms);
  expect(playback.getState().spokenId).toBe(segments.findLast(({ startMs }) => startMs <= ms)?.id ?? null);
});

test("lanes follow the speakers, and invisibly short pauses are closed", () => {
  const segments = [
    segment("a", 0, { speaker: "Laia" }),
    segment("b", 3, { speaker: "Laia" }),
    segment("c", 20, { speaker: "Laia" }),
    segment("d", 30, { speaker: "Jonas" }),
    segment("e", 40),
  ];
  const lanes = layLanes(segments, listSpeakers(segments), 60_000);
  expect(lanes).toEqual([
    {
      name: "Laia",
      colour: 1,
      blocks: [
        { start: 0, end: 5 },
        { start: 20, end: 22 },
      ],
    },
    { name: "Jonas", colour: 2, blocks: [{ start: 30, end: 32 }] },
    { name: null, colour: null, blocks: [{ start: 40, end: 42 }] },
  ]);
});

test("a lane never has more blocks than the ruler has pixels, and no block is outside the recording", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 28_000 }), { maxLength: 300 }), (starts) => {
      const segments = starts.sort((a, b) => a - b).map((at, index) => segment(`s${index}`, at));
      const [lane] = layLanes(segments, new Map(), 25_000_000);
      for (const { start, end } of lane?.blocks ?? []) {
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(25_000);
      }
      expect(lane?.blocks.length ?? 0).toBeLessThanOrEqual(901);
    }),
  );
});

test("a lane is one path", () => {
  expect(
    lanePath(
      {
        name: "Laia",
        colour: 1,
        blocks: [
          { start: 0, end: 5 },
          { start: 20, end: 22.26 },
        ],
      },
      1,
    ),
  ).toBe("M0 9.5h5v5h-5zM20 9.5h2.3v5h-2.3z");
});

test.each([
  [47 * 60_000 + 12_000, [0, 10, 20, 30, 40].map((minutes) => minutes * 60_000)],
  [14_000, [0, 5000, 10_000]],
  [3 * 3600_000, [0, 30, 60, 90, 120, 150].map((minutes) => minutes * 60_000)],
  [60_000, [0, 10_000, 20_000, 30_000, 40_000, 50_000]],
])("a ruler of %i ms has the ticks %o", (durationMs, times) => {
  expect(scaleTimes(durationMs)).toEqual(times);
});

/** The parts of a media element that the player uses. */
function fakeMedia() {
  const media = Object.assign(new EventTarget(), {
    currentTime: 0,
    duration: 60,
    paused: true,
    ended: false,
    playbackRate: 1,
    error: null,
    videoWidth: 0,
    play: () => {
      media.paused = false;
      media.dispatchEvent(new Event("play"));
      return Promise.resolve();
    },
    pause: () => {
      media.paused = true;
      media.dispatchEvent(new Event("pause"));
    },
    load: () => {},
  });
  return media;
}

test("a click on a moment seeks, plays and marks the segment", () => {
  const playback = createPlayback();
  const media = fakeMedia();
  playback.attach(media as unknown as HTMLVideoElement);
  playback.setSegments([segment("a", 0), segment("b", 12)]);
  expect(playback.getState().spokenId).toBeNull();
  playback.seek(12_500, { play: true });
  expect(media.currentTime).toBe(12.5);
  expect(playback.getState()).toMatchObject({ ms: 12_500, playing: true, spokenId: "b" });
});

test("a second press of a speed key counts before the element has said that its speed changed", () => {
  const playback = createPlayback();
  const media = fakeMedia();
  playback.attach(media as unknown as HTMLVideoElement);
  for (let press = 0; press < 2; press += 1) playback.setRate(nextRate(playback.getState().rate, 1));
  expect(media.playbackRate).toBe(1.5);
});

test("asking to play a moment is a jump; a small step is none", () => {
  const playback = createPlayback();
  playback.attach(fakeMedia() as unknown as HTMLVideoElement);
  playback.seekBy(5000);
  playback.seek(9000);
  expect(playback.getState().jumps).toBe(0);
  playback.seek(12_500, { play: true });
  playback.playFrom(12_500);
  expect(playback.getState().jumps).toBe(2);
});

test("a voice sample plays to its end, and the recording stands again where it was", () => {
  const playback = createPlayback();
  const media = fakeMedia();
  playback.attach(media as unknown as HTMLVideoElement);
  playback.seek(30_000);
  let ends = 0;
  playSample(playback, { startMs: 10_000, endMs: 15_000 }, () => (ends += 1));
  expect([media.currentTime, media.paused]).toEqual([10, false]);
  media.currentTime = 14;
  media.dispatchEvent(new Event("timeupdate"));
  expect(media.paused).toBe(false);
  media.currentTime = 15.1;
  media.dispatchEvent(new Event("timeupdate"));
  expect([media.currentTime, media.paused, ends]).toEqual([30, true, 1]);
  expect(playback.getState().jumps).toBe(0);
});

test("a voice sample that is stopped, or paused by somebody, ends once", () => {
  const playback = createPlayback();
  const media = fakeMedia();
  playback.attach(media as unknown as HTMLVideoElement);
  let ends = 0;
  const play = () => playSample(playback, { startMs: 10_000, endMs: 15_000 }, () => (ends += 1));
  play()();
  expect([media.currentTime, media.paused, ends]).toEqual([0, true, 1]);
  play();
  media.pause();
  expect([media.currentTime, media.paused, ends]).toEqual([0, true, 2]);
});

test("seeking stays inside the recording", () => {
  const playback = createPlayback();
  const media = fakeMedia();
  playback.attach(media as unknown as HTMLVideoElement);
  playback.seekBy(-10_000);
  expect(media.currentTime).toBe(0);
  playback.seek(99_000);
  expect(media.currentTime).toBe(60);
});

test("the meeting's own length takes precedence over the file's header", () => {
  const playback = createPlayback();
  const media = fakeMedia();
  playback.attach(media as unknown as HTMLVideoElement);
  playback.setLength(16_000);
  expect(playback.getState().durationMs).toBe(16_000);
  playback.seek(59_000);
  expect(media.currentTime).toBe(16);
  playback.setLength(null);
  expect(playback.getState().durationMs).toBe(60_000);
});

test("media that loaded before the scripts is recognised, and an unsubscribed page gets no more updates", () => {
  const playback = createPlayback();
  const media = fakeMedia();
  let told = 0;
  playback.attach(media as unknown as HTMLVideoElement);
  expect(playback.getState().durationMs).toBe(60_000);
  const leave = playback.subscribe(() => {
    told += 1;
  });
  media.dispatchEvent(new Event("timeupdate"));
  leave();
  media.dispatchEvent(new Event("timeupdate"));
  expect(told).toBe(1);
});
