import { test as base, expect } from "#tests/e2e/acta-test.ts";
import { closePages } from "#tests/e2e/kept-context.ts";
import { type LocalState, openLocalState } from "#tests/support/local-state.ts";
import { ageUploads, orphansIn, sweepNow } from "#tests/support/sweep-a-week-later.ts";

/** Accounts that upload in the tests that end with the sweep. */
const UPLOADERS = ["ines.caron@clinica-girona.example", "oriol.bonet@clinica-girona.example"];
const SETTLED = { timeout: 60_000, message: "after the sweep the store holds nothing that nobody accounts for" };

/**
 * Tests of uploads that break in some way. After each one the pages are closed, the remaining uploads are aged by a week, and the
 * sweep runs. The database must then account for every object in the store.
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
      // Objects that other tests of the same Acta left are not counted.
      const before = new Set(await orphansIn(localState));
      await use();
      if (testInfo.status !== testInfo.expectedStatus) return;
      // Ends every upload in progress, as closing the browser does.
      await closePages(context);
      await ageUploads(localState, UPLOADERS);
      // Polls while something is left: cron runs the sweep more than once too, and steps of a meeting end in their own time.
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
