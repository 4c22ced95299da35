import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";

// Without tests/worker/keep-calls-of-objects.ts the run stood still after this file, without an error.
test("a line that an object writes while it breaks does not keep the run from its end", async () => {
  const broken = runInDurableObject(env.MEETINGS.get(env.MEETINGS.newUniqueId()), (_object, state) =>
    state.blockConcurrencyWhile(async () => {
      // oxlint-disable-next-line no-console -- the line is what this test is about
      console.info("written by an object that breaks");
      throw new Error("broken by this test");
    }),
  );
  await expect(broken).rejects.toThrow("broken by this test");
});
