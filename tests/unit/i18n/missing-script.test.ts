import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("document", {});
  vi.stubGlobal("window", { __remixManifest: { url: "/assets/manifest-1.js" } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Whether the page is to be loaded again after failures of one script, for each of which the list of scripts answers so; null: no network. */
async function afterFailures(statuses: readonly (number | null)[]): Promise<boolean> {
  const { isScriptMissing, lookForScripts } = await import("#app/i18n/missing-script.ts");
  let failures = 0;
  for (const status of statuses) {
    vi.stubGlobal("fetch", async () => {
      if (status === null) throw new TypeError("Failed to fetch");
      return new Response(null, { status });
    });
    failures = await lookForScripts(failures);
  }
  return isScriptMissing();
}

test.each<[string, (number | null)[], boolean]>([
  ["a deployment has replaced the scripts", [404], true],
  ["a script fails four times while the network is there", [200, 200, 200, 200], true],
  ["a script fails three times", [200, 200, 200], false],
  ["there was no network for long, and it is back", [...Array.from({ length: 20 }, () => null), 200], false],
  ["the server is in trouble", [503, 503, 503, 503, 503], false],
])("%s", async (_case, statuses, isMissing) => {
  expect(await afterFailures(statuses)).toBe(isMissing);
});

test("those who listen are told once", async () => {
  const { onMissingScript } = await import("#app/i18n/missing-script.ts");
  const heard = vi.fn();
  onMissingScript(heard);
  await afterFailures([404, 404]);
  expect(heard).toHaveBeenCalledTimes(1);
});

/** Opens a page whose texts come after these failures; the list of scripts is gone meanwhile. Answers how often it was loaded again. */
async function reloadsOf(fails: readonly boolean[], items: Map<string, string>): Promise<number> {
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
  vi.resetModules();
  const { untilFetched } = await import("#app/i18n/missing-script.ts");
  const left = [...fails];
  const fetchTexts = async () => {
    if (left.shift()) throw new TypeError("Failed to fetch dynamically imported module");
    return "texts";
  };
  expect(await untilFetched(fetchTexts, () => 0)).toBe("texts");
  return reload.mock.calls.length;
}

test("a page whose first texts are gone is loaded again once, however often it fails", async () => {
  const items = new Map<string, string>();
  expect(await reloadsOf([true, true, true], items)).toBe(1);
});

test("a page that was loaded again is not loaded again before it has begun well", async () => {
  const items = new Map([["acta.reloaded", "1"]]);
  expect(await reloadsOf([true, true], items)).toBe(0);
  expect(await reloadsOf([true], items)).toBe(1);
});
