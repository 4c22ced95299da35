import { ECHO_RATE } from "#app/media/echo/find-echo.ts";
import type { HereTrack } from "#app/domain/here/here.ts";
import type { Capture, CaptureEvents, HereInput, InputFacts, Levels } from "#app/features/here/capture/capture.ts";

const SPEECH = { rms: 0.1, peak: 0.4 };

/** Devices and encoders that do what a test tells them. */
export type FakeCapture = Capture & {
  /** Each running encoder gives a piece. */
  give(): void;
  giveLevels(levels?: Levels): void;
  /** A second of sound of both inputs. */
  sound(): void;
  lose(input: HereInput): void;
  /** Another device takes the place of one that is gone. */
  plug(input: HereInput): void;
  /** Size of the next pieces; 0 for as many bytes as their text has. */
  pieceBytes: number;
  /** Encoders of these tracks give nothing any more, and no error. */
  stalled: HereTrack[];
  /** A stalled encoder gives pieces again after it was started again. */
  isCuredByStart: boolean;
  /** Lets encoders stop only when it resolves. */
  stopsAfter: Promise<void>;
  fail(): void;
  isReleased: boolean;
  starts: number;
};

export function fakeCapture(tracks: readonly HereTrack[], inputs: readonly HereInput[]): FakeCapture {
  let events: CaptureEvents = { levels() {}, sound() {}, inputs() {}, piece() {}, failed() {} };
  let isRunning = false;
  let pieces = 0;
  const facts = new Map<HereInput, InputFacts>(inputs.map((input) => [input, { input, label: input, isLive: true }]));
  const giveAll = (isLast: boolean) => {
    for (const track of tracks) {
      if (capture.stalled.includes(track)) continue;
      pieces += 1;
      const text = new TextEncoder().encode(`${track} ${pieces}`);
      events.piece(track, capture.pieceBytes > 0 ? new Uint8Array(capture.pieceBytes) : text, isLast);
    }
  };
  const capture: FakeCapture = {
    tracks,
    findEcho: async () => [{ startMs: 500, endMs: 1500 }],
    giveBack() {},
    isReleased: false,
    starts: 0,
    pieceBytes: 0,
    stalled: [],
    isCuredByStart: false,
    stopsAfter: Promise.resolve(),
    inputs: () => [...facts.values()],
    listen(next) {
      events = next;
    },
    start() {
      isRunning = true;
      capture.starts += 1;
      if (capture.isCuredByStart) capture.stalled = [];
    },
    async stop() {
      const wasRunning = isRunning;
      isRunning = false;
      await capture.stopsAfter;
      if (wasRunning) giveAll(true);
    },
    async reopen(input) {
      facts.set(input, { input, label: `another ${input}`, isLive: true });
      return true;
    },
    release() {
      capture.isReleased = true;
    },
    give() {
      if (isRunning) giveAll(false);
    },
    giveLevels: (levels = Object.fromEntries(inputs.map((input) => [input, SPEECH]))) => events.levels(levels),
    sound: () => events.sound({ microphone: new Float32Array(ECHO_RATE), tab: new Float32Array(ECHO_RATE) }),
    lose(input) {
      const known = facts.get(input);
      if (known) facts.set(input, { ...known, isLive: false });
      events.inputs();
    },
    plug(input) {
      facts.set(input, { input, label: `another ${input}`, isLive: true });
      events.inputs();
    },
    fail: () => events.failed(),
  };
  return capture;
}
