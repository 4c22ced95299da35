import { expect, test } from "vitest";
import { DELETION_UNDO_MS } from "#app/domain/limits/lists.ts";
import { createDeletions, hiddenBy, type Removal } from "#app/features/history/pending-deletions.ts";

/** A clock that moves when it is told to, and an API that answers as it is told to. */
function stage(answer: (meetIds: readonly string[]) => Removal = (meetIds) => ({ gone: meetIds })) {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  /** Each request with its meetings. */
  const asked: string[] = [];
  const deletions = createDeletions({
    remove: async (meetIds) => {
      asked.push(meetIds.join());
      return answer(meetIds);
    },
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  });
  /** Lets time pass, and everything that follows from it happen. */
  const pass = async (ms: number) => {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { run } of due) run();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const hidden = () => [...hiddenBy(deletions.current())].toSorted();
  return { deletions, asked, pass, hidden };
}

test("nothing is deleted before the time to undo is over, and then all are", async () => {
  const { deletions, asked, pass, hidden } = stage();
  deletions.plan(["a", "b"]);
  expect(hidden()).toEqual(["a", "b"]);
  await pass(DELETION_UNDO_MS - 1);
  expect(asked).toEqual([]);
  expect(deletions.current().all).toMatchObject([{ state: "waiting" }]);
  await pass(1);
  expect(asked).toEqual(["a,b"]);
  expect(deletions.current().all).toEqual([]);
  // A list that was read before still has them.
  expect(hidden()).toEqual(["a", "b"]);
  expect([...deletions.current().gone]).toEqual(["a", "b"]);
});

test("a deletion that is undone in time never happens", async () => {
  const { deletions, asked, pass, hidden } = stage();
  deletions.plan(["a"]);
  const [planned] = deletions.current().all;
  expect(deletions.undo(planned?.id ?? 0)).toBe(true);
  expect(hidden()).toEqual([]);
  await pass(2 * DELETION_UNDO_MS);
  expect(asked).toEqual([]);
});

test("a deletion that has started cannot be undone", async () => {
  const { deletions, pass } = stage();
  deletions.plan(["a"]);
  const [planned] = deletions.current().all;
  await pass(DELETION_UNDO_MS);
  expect(deletions.undo(planned?.id ?? 0)).toBe(false);
  expect([...deletions.current().gone]).toEqual(["a"]);
});

test("two deletions have their own time, and one is undone without the other", async () => {
  const { deletions, asked, pass } = stage();
  deletions.plan(["a"]);
  await pass(DELETION_UNDO_MS / 2);
  deletions.plan(["b"]);
  const [first] = deletions.current().all;
  deletions.undo(first?.id ?? 0);
  await pass(DELETION_UNDO_MS / 2);
  expect(asked).toEqual([]);
  await pass(DELETION_UNDO_MS / 2);
  expect(asked).toEqual(["b"]);
});

test("those that could not be deleted are shown again, and can be tried again", async () => {
  let isDown = true;
  const { deletions, asked, pass, hidden } = stage((meetIds) => ({
    gone: meetIds.filter((meetId) => !isDown || meetId === "b"),
  }));
  deletions.plan(["a", "b", "c"]);
  await pass(DELETION_UNDO_MS);
  expect(deletions.current().all).toMatchObject([{ state: "failed", meetIds: ["a", "c"] }]);
  expect(hidden()).toEqual(["b"]);
  isDown = false;
  const [failed] = deletions.current().all;
  deletions.again(failed?.id ?? 0);
  await pass(0);
  expect(asked).toEqual(["a,b,c", "a,c"]);
  expect(hidden()).toEqual(["a", "b", "c"]);
  expect(deletions.current().all).toEqual([]);
});

test("the message of a failure can be taken away, a deletion that waits cannot", async () => {
  const { deletions, asked, pass } = stage(() => ({ gone: [] }));
  deletions.plan(["a"]);
  const [planned] = deletions.current().all;
  deletions.dismiss(planned?.id ?? 0);
  expect(deletions.current().all).toHaveLength(1);
  await pass(DELETION_UNDO_MS);
  deletions.dismiss(planned?.id ?? 0);
  expect(deletions.current().all).toEqual([]);
  expect(asked).toEqual(["a"]);
});

test("at the rate limit the rest waits as long as it is told to, three times at most", async () => {
  const { deletions, asked, pass } = stage(() => ({ againInMs: 60_000 }));
  deletions.plan(["a", "b"]);
  await pass(DELETION_UNDO_MS);
  expect(asked).toEqual(["a,b"]);
  await pass(59_999);
  expect(asked).toEqual(["a,b"]);
  await pass(1);
  expect(asked).toEqual(["a,b", "a,b"]);
  await pass(60_000);
  await pass(60_000);
  expect(asked).toEqual(["a,b", "a,b", "a,b"]);
  expect(deletions.current().all).toMatchObject([{ state: "failed", meetIds: ["a", "b"] }]);
});

test("a listener is told of every change until it leaves", () => {
  const { deletions } = stage();
  let told = 0;
  const leave = deletions.subscribe(() => {
    told += 1;
  });
  deletions.plan(["a"]);
  expect(told).toBe(1);
  leave();
  deletions.plan(["b"]);
  expect(told).toBe(1);
});
