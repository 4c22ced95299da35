import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FileAnswer, FileQuestion } from "#app/features/here/spool/opfs-messages.ts";
import { opfsStore } from "#app/features/here/spool/opfs-store.ts";

/** A worker of the browser that is told its answers. It says of each question whether it was still alive to take it. */
class FakeWorker extends EventTarget {
  static started: FakeWorker[] = [];
  readonly questions: FileQuestion[] = [];
  isEnded = false;

  constructor() {
    super();
    FakeWorker.started.push(this);
  }

  postMessage(question: FileQuestion) {
    if (this.isEnded) throw new Error("the worker has ended");
    this.questions.push(question);
  }

  /** Answers the oldest question. */
  answer() {
    const question = this.questions.shift();
    if (question === undefined) throw new Error("nothing was asked");
    const data: FileAnswer = { id: question.id, type: "done" };
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  terminate() {
    this.isEnded = true;
  }
}

const newest = () => FakeWorker.started.at(-1);

beforeEach(() => {
  FakeWorker.started = [];
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

test("a worker ends after its share of questions, when nothing is asked of it any more", async () => {
  const store = opfsStore();
  const removeOne = async () => {
    const removed = store.remove("a/b");
    newest()?.answer();
    await removed;
  };
  for (let count = 0; count < 248; count += 1) await removeOne();
  expect(FakeWorker.started).toHaveLength(1);

  const together = [store.remove("a/b"), store.remove("a/c"), store.remove("a/d")];
  newest()?.answer();
  newest()?.answer();
  await Promise.all(together.slice(0, 2));
  expect(newest()?.isEnded).toBe(false);
  newest()?.answer();
  await Promise.all(together);
  expect(newest()?.isEnded).toBe(true);

  await removeOne();
  expect(FakeWorker.started.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});
