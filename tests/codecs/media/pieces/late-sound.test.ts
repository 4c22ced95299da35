import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { soundExtent } from "#app/media/pieces/sound-extent.ts";
import { type Call, type CallPiece, joinCall, recordedCall } from "#tests/support/call-pieces.ts";
import { cameAtItsBeginning, cameAtOnce, later, pausedAfter } from "#tests/support/late-sound.ts";

/** Sound of a page that had no processor for a while, checked by ffmpeg: like Chromium it plays packets one after the other, whatever the table says. */
const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
const recorded = await recordedCall();
/** The mix of the first start: six pieces of a second, with another tone in each. */
const call: Call = {
  segments: recorded.segments.filter(({ stream, segment }) => stream === "mix" && segment === 1000),
  pieces: recorded.pieces.filter(({ stream, segment }) => stream === "mix" && segment === 1000),
};
const isSeq = (seq: number) => (piece: CallPiece) => piece.seq === seq;

function played({ file }: { file: Uint8Array }): Int16Array {
  const format = ["-vn", "-f", "s16le", "-c:a", "pcm_s16le", "-"];
  const done = spawnSync("ffmpeg", ["-v", "error", "-i", "pipe:0", ...format], { input: file, maxBuffer: 2 ** 28 });
  expect(done.stderr.toString()).toBe("");
  return new Int16Array(new Uint8Array(done.stdout).buffer);
}

const msOf = (samples: Int16Array) => samples.length / 48;
const digest = (samples: Int16Array) => createHash("sha256").update(samples).digest("hex");

test.skipIf(!hasFfmpeg)("sound that came late and at once is played in the gap before it, and no gap is told", () => {
  const whole = joinCall(call);
  for (const late of [
    { first: 3, count: 8 },
    { first: 1, count: 15 },
  ]) {
    const joined = joinCall(cameAtOnce(call, isSeq(2), late));
    expect(joined.gaps).toEqual([]);
    expect(joined.durationMs).toBe(whole.durationMs);
    expect(digest(played(joined))).toBe(digest(played(whole)));
  }
});

test.skipIf(!hasFfmpeg)("more than was missing is left out, and what follows is played at its time", () => {
  // A second of packets at once with no time missing before them, and the next piece at the time at which they came.
  const shifted = [4, 5].reduce((now, seq) => later(now, isSeq(seq), -48_000), cameAtItsBeginning(call, isSeq(3)));
  const joined = joinCall(shifted);
  const whole = joinCall(call);
  expect(Math.abs(joined.durationMs - (whole.durationMs - 1000))).toBeLessThan(100);
  expect(Math.abs(msOf(played(joined)) - joined.durationMs)).toBeLessThan(100);
});

test.skipIf(!hasFfmpeg)(
  "a page that lost sound for two seconds in the middle of a piece has a gap of two seconds, and it is told",
  () => {
    const whole = joinCall(call);
    const paused = pausedAfter(call, isSeq(3), { packet: 7, by: 96_000 });
    const starved = [4, 5].reduce((now, seq) => later(now, isSeq(seq), 96_000), paused);
    const joined = joinCall(starved);
    expect(joined.gaps).toHaveLength(1);
    expect(Math.abs((joined.gaps[0]?.endMs ?? 0) - (joined.gaps[0]?.startMs ?? 0) - 2000)).toBeLessThan(50);
    expect(Math.abs(msOf(played(joined)) - (whole.durationMs + 2000))).toBeLessThan(100);
    expect(soundExtent(call.segments, call.segments[0]?.startedAt ?? 0, joined.indices)).toEqual({
      durationMs: joined.durationMs,
      gaps: joined.gaps,
    });
  },
);
