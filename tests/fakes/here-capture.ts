import { ECHO_RATE } from "#app/media/echo/find-echo.ts";
import type { HereTrack } from "#app/domain/here/here.ts";
import type {
  Capture,
  CaptureEvents,
  HereInput,
  InputFacts,
  Levels,
} from "#app/features/meeting/here/capture/capture.ts";

const SPEECH = { rms: 0.1, peak: 0.4 };

/** Devices and encoders that do what a test tells them. */
export type FakeCapture = Capture & {
  /** Each running encoder gives a piece. */
  give(): void;
  hear(levels?: Levels): void;
  /** A second of sound of both inputs. */
  sound(): void;
  lose(input: HereInput): void;
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
      pieces += 1;
      events.piece(track, new TextEncoder().encode(`${track} ${pieces}`), isLast);
    }
  };
  const capture: FakeCapture = {
    tracks,
    findEcho: async () => [{ startMs: 500, endMs: 1500 }],
    isReleased: false,
    starts: 0,
    inputs: () => [...facts.values()],
    listen(next) {
      events = next;
    },
    start() {
      isRunning = true;
      capture.starts += 1;
    },
    async stop() {
      if (isRunning) giveAll(true);
      isRunning = false;
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
    hear: (levels = Object.fromEntries(inputs.map((input) => [input, SPEECH]))) => events.levels(levels),
    sound: () => events.sound({ microphone: new Float32Array(ECHO_RATE), tab: new Float32Array(ECHO_RATE) }),
    lose(input) {
      const known = facts.get(input);
      if (known) facts.set(input, { ...known, isLive: false });
      events.inputs();
    },
    fail: () => events.failed(),
  };
  return capture;
}
