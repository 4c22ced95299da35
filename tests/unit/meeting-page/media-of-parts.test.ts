import { expect, test } from "vitest";
import { mediaOfParts, placeIn } from "#app/features/meeting/player/media-of-parts.ts";

const PARTS = [
  { startMs: 0, endMs: 60_000 },
  { startMs: 90_000, endMs: 150_000 },
];

test.each([
  [0, 0, 0],
  [59_999, 0, 59_999],
  // In the pause: the beginning of the recording after it.
  [60_000, 1, 0],
  [75_000, 1, 0],
  [91_000, 1, 1000],
  [999_000, 1, 60_000],
])("%i ms is in recording %i at %i ms", (ms, part, at) => {
  expect(placeIn(PARTS, ms)).toEqual({ part, ms: at });
});

/** A media element as far as the player uses it. */
function fakeVideo() {
  const target = new EventTarget();
  const video = Object.assign(target, {
    src: "part-0",
    preload: "none",
    currentTime: 0,
    playbackRate: 1,
    paused: true,
    ended: false,
    play() {
      video.paused = false;
      return Promise.resolve();
    },
    pause() {
      video.paused = true;
    },
  });
  const say = (name: string) => target.dispatchEvent(new Event(name));
  return { video, say, element: video as unknown as HTMLVideoElement };
}

test("a jump behind the first recording loads the second and goes on playing there", () => {
  const { video, say, element } = fakeVideo();
  const { element: media } = mediaOfParts(element, PARTS, (part) => `part-${part}`);
  video.paused = false;
  media.currentTime = 100;
  expect([video.src, media.currentTime, media.duration]).toEqual(["part-1", 100, 150]);
  // The element stops while it loads another recording; for the player it goes on.
  video.paused = true;
  expect(media.paused).toBe(false);
  say("loadedmetadata");
  expect([video.currentTime, media.currentTime, video.paused]).toEqual([10, 100, false]);
  media.currentTime = 5;
  expect(video.src).toBe("part-0");
});

test("the end of the first recording is the beginning of the second, and only the last one ends", () => {
  const { video, say, element } = fakeVideo();
  const { element: media, end } = mediaOfParts(element, PARTS, (part) => `part-${part}`);
  video.currentTime = 60;
  video.ended = true;
  expect(media.ended).toBe(false);
  say("ended");
  expect([video.src, media.currentTime]).toEqual(["part-1", 90]);
  say("loadedmetadata");
  expect(media.ended).toBe(true);
  end();
  expect(video.src).toBe("part-0");
});

test("of a file that holds more than the meeting, only the meeting's part is played", () => {
  const { video, say, element } = fakeVideo();
  const { element: media } = mediaOfParts(element, [{ startMs: 0, endMs: 30_000, fromMs: 60_000 }], () => "whole");
  expect([video.currentTime, media.currentTime, media.duration]).toEqual([60, 0, 30]);
  media.currentTime = 10;
  expect([video.currentTime, media.currentTime]).toEqual([70, 10]);
  void media.play();
  video.currentTime = 90.1;
  say("timeupdate");
  expect([video.paused, media.ended]).toEqual([true, true]);
  // Played again, it begins at the meeting's beginning.
  void media.play();
  expect([video.currentTime, media.currentTime]).toEqual([60, 0]);
});
