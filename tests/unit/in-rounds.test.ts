import { expect, test } from "vitest";
import { inRounds } from "#workers/durable/outbox.ts";

test("a call during a round makes one more round follow, however many calls there were", async () => {
  const ends: (() => void)[] = [];
  let begun = 0;
  const rounds = inRounds(() => {
    begun += 1;
    return new Promise<void>((resolve) => void ends.push(resolve));
  });
  const first = rounds.run();
  const others = [rounds.run(), rounds.run()];
  expect(begun).toBe(1);
  ends.shift()?.();
  await expect.poll(() => begun).toBe(2);
  ends.shift()?.();
  await Promise.all([first, ...others]);
  expect(begun).toBe(2);
  expect(rounds.isRunning()).toBe(false);
});

test("a round that throws fails its callers, and the next call begins anew", async () => {
  let broken = true;
  const rounds = inRounds(async () => {
    if (broken) throw new Error("broken");
  });
  await expect(rounds.run()).rejects.toThrow("broken");
  broken = false;
  await expect(rounds.run()).resolves.toBeUndefined();
});
