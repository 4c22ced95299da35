import { afterEach, expect, test, vi } from "vitest";
import { askEchoWorker } from "#app/features/here/capture/ask-echo-worker.ts";
import type { SoundPair } from "#app/features/here/capture/echo-finder.ts";
import { ECHO_RATE } from "#app/media/echo/find-echo.ts";

type Question = { id: number; pair: SoundPair };

/** A worker of the browser that keeps what it is asked. */
class FakeWorker extends EventTarget {
  static newest: FakeWorker | null = null;
  static started = 0;
  isEnded = false;
  readonly asked: Question[] = [];

  constructor() {
    super();
    FakeWorker.newest = this;
    FakeWorker.started += 1;
  }

  terminate() {
    this.isEnded = true;
  }

  postMessage(question: Question, transfer: ArrayBuffer[]) {
    this.asked.push(structuredClone(question, { transfer }));
  }

  /** Answers the oldest question as echo-worker.ts does. */
  answer() {
    const { id, pair } = this.asked.shift() ?? { id: 0, pair: null };
    this.dispatchEvent(new MessageEvent("message", { data: { id, found: [{ startMs: 0, endMs: id }], pair } }));
    return pair;
  }
}

afterEach(() => vi.unstubAllGlobals());

const frameOf = (value: number, samples: number): SoundPair => ({
  microphone: new Float32Array(samples).fill(value),
  tab: new Float32Array(samples).fill(-value),
});

test("frames are searched as one sound, and the buffers of a search serve the next one", async () => {
  vi.stubGlobal("Worker", FakeWorker);
  const { find } = askEchoWorker();
  const frames = [frameOf(0.25, 2), frameOf(0.5, 1)];
  const first = find(frames);
  const worker = FakeWorker.newest;
  const pair = worker?.answer();
  expect([...(pair?.microphone ?? [])]).toEqual([0.25, 0.25, 0.5]);
  expect([...(pair?.tab ?? [])]).toEqual([-0.25, -0.25, -0.5]);
  expect(await first).toEqual([{ startMs: 0, endMs: 1 }]);
  // A frame is the finder's still.
  expect(frames[0]?.microphone).toHaveLength(2);

  const second = find([frameOf(0.75, 1)]);
  // Its buffers were sent, so that the page has none of them.
  expect(pair?.microphone.buffer.byteLength).toBe(0);
  const again = worker?.answer();
  expect([...(again?.microphone ?? [])]).toEqual([0.75]);
  expect(await second).toEqual([{ startMs: 0, endMs: 2 }]);

  // Longer than the buffers: it gets others.
  void find([frameOf(1, 60 * ECHO_RATE)]);
  expect(worker?.answer()?.tab).toHaveLength(60 * ECHO_RATE);
});

test("a worker is ended after a hundred searches, once the last one has its answer, and the next search starts another", async () => {
  vi.stubGlobal("Worker", FakeWorker);
  const before = FakeWorker.started;
  const { find } = askEchoWorker();
  const startedNow = () => FakeWorker.started - before;
  const search = async () => {
    const found = find([frameOf(0.5, 1)]);
    FakeWorker.newest?.answer();
    return found;
  };
  for (let searches = 1; searches < 100; searches += 1) await search();
  const first = FakeWorker.newest;
  // Two at a time: the second still waits for its answer when the first has had it.
  const [one, other] = [find([frameOf(0.5, 1)]), find([frameOf(0.5, 1)])];
  first?.answer();
  await one;
  expect([first?.isEnded, startedNow()]).toEqual([false, 1]);
  first?.answer();
  await other;
  expect([first?.isEnded, startedNow()]).toEqual([true, 1]);
  expect(await search()).toEqual([{ startMs: 0, endMs: 102 }]);
  expect([FakeWorker.newest?.isEnded, startedNow()]).toEqual([false, 2]);
});
