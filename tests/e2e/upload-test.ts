import { test as base, expect } from "#tests/e2e/acta-test.ts";
import { type LocalState, openLocalState } from "#tests/support/local-state.ts";
import { ageUploads, orphansIn, sweepNow } from "#tests/support/sweep-a-week-later.ts";

/** Who uploads in the tests that end with the sweep. */
const UPLOADERS = ["ines.caron@clinica-girona.example", "oriol.bonet@clinica-girona.example"];
const SETTLED = { timeout: 60_000, message: "after the sweep the store holds nothing that nobody accounts for" };

/**
 * Tests of uploads that are broken in some way. After each of them its pages are closed, a week passes for what they left, the
 * sweep runs, and all that the store then holds must be somebody's.
 */
export const test = base.extend<{ sweptAfterwards: void }, { localState: LocalState }>({
  localState: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const state = await openLocalState(process.env.ACTA_STATE_DIR ?? "");
      await use(state);
      await state.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  sweptAfterwards: [
    async ({ origin, context, localState }, use, testInfo) => {
      // What other tests of the same Acta may have left is theirs.
      const before = new Set(await orphansIn(localState));
      await use();
      if (testInfo.status !== testInfo.expectedStatus) return;
      // What is still being sent ends here, as with a browser that is closed.
      await Promise.all(context.pages().map((page) => page.close()));
      await ageUploads(localState, UPLOADERS);
      // Again while something is left: cron does not run it once either, and steps of a meeting end in their own time.
      await expect
        .poll(async () => {
          await sweepNow(origin);
          return (await orphansIn(localState)).filter((orphan) => !before.has(orphan));
        }, SETTLED)
        .toEqual([]);
    },
    { auto: true, timeout: 120_000 },
  ],
});
