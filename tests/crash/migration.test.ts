import { expect, onTestFinished, test } from "vitest";
import { startKillableActa } from "#tests/support/killable-acta.ts";
import { STORE_MIGRATIONS } from "#workers/meeting/store/migrations.ts";

test("killed in the middle of migrating an object's tables, it has the old ones whole, and migrates again", {
  timeout: 180_000,
}, async () => {
  const acta = await startKillableActa("tests/crash/migrating-worker.ts", {});
  onTestFinished(() => acta.stop());
  const ask = async (path: string) => (await acta.miniflare().dispatchFetch(`${acta.origin}${path}`)).json();
  const today = STORE_MIGRATIONS.map(({ name }) => name);
  const old = { tables: 0, columns: 0, migrations: today, outbox: ["kept"] };
  expect(await ask("/old")).toEqual(old);

  const struck = acta.says("in the middle of a migration", 90_000);
  const cut = ask("/slow").then(
    () => "answered",
    () => "cut off",
  );
  await struck;
  await acta.kill();
  expect(await cut).toBe("cut off");
  await acta.start();

  expect(await ask("/look")).toEqual(old);
  expect(await ask("/new")).toEqual({
    tables: 1,
    columns: 1,
    migrations: [...today, "9999-tomorrow"],
    outbox: ["kept"],
  });
});
