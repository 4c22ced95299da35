import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { featureFlags } from "#workers/recorder/src/capture/browser-features.ts";

const PLAYWRIGHT = path.resolve(import.meta.dirname, "../../../node_modules/playwright-core/lib/coreBundle.js");

/** The features that Playwright switches `on` or `off`, from its own text. */
function playwrightFeatures(kind: "on" | "off"): string[] {
  const start = kind === "off" ? "disabledFeatures = [" : "enabledFeatures = () => [";
  const text = readFileSync(PLAYWRIGHT, "utf8");
  const list = text.slice(text.indexOf(start) + start.length);
  const names = list
    .slice(0, list.indexOf("].filter(Boolean)"))
    .matchAll(/^\s*(?:process\.env\.\w+ \? "" : )?"(\w+)"/gmu);
  return [...names].map(([, name = ""]) => name);
}

function given(kind: "on" | "off", flags: string[]): string[] {
  const prefix = kind === "off" ? "--disable-features=" : "--enable-features=";
  const lists = flags.filter((flag) => flag.startsWith(prefix));
  expect(lists).toHaveLength(1);
  return lists.flatMap((flag) => flag.slice(prefix.length).split(","));
}

test.each(["on", "off"] as const)("every feature that Playwright switches %s is in the recorder's own list", (kind) => {
  const theirs = playwrightFeatures(kind);
  expect(theirs.length).toBeGreaterThan(1);
  expect(given(kind, featureFlags())).toEqual(expect.arrayContaining(theirs));
});

test("further features are switched off in the same list", () => {
  expect(given("off", featureFlags(["Other"]))).toContain("Other");
  expect(given("off", featureFlags())).not.toContain("Other");
});
