import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { choosePlatform } from "#workers/recorder/src/platforms/choose-platform.ts";

const profiles = mkdtempSync(path.join(tmpdir(), "acta-profiles-"));
writeFileSync(path.join(profiles, "meet.json"), '{"cookies":[],"origins":[]}');
writeFileSync(path.join(profiles, "local.json"), '{"cookies":[],"origins":[]}');
afterAll(() => rmSync(profiles, { recursive: true }));

const browserOf = (platform: "meet" | "teams" | "local", folder: string | null) =>
  choosePlatform(platform, { localOrigin: null, jitsiHosts: [], profiles: folder })?.browser;

test("the bot comes with its own account where there is one, and as a guest elsewhere", () => {
  expect(browserOf("meet", profiles)).toMatchObject({ profile: path.join(profiles, "meet.json") });
  expect(browserOf("teams", profiles)).not.toHaveProperty("profile");
  expect(browserOf("meet", null)).not.toHaveProperty("profile");
  expect(browserOf("meet", path.join(profiles, "missing"))).not.toHaveProperty("profile");
});

test("the meeting server of one machine knows no accounts", () => {
  expect(browserOf("local", profiles)).not.toHaveProperty("profile");
});

test("an account does not widen what the bot may open", () => {
  const adapter = choosePlatform("meet", { localOrigin: null, jitsiHosts: [], profiles });
  expect(adapter?.allows(new URL("https://meet.google.com/abc-defg-hij"))).toBe(true);
  expect(adapter?.allows(new URL("https://accounts.google.com/"))).toBe(false);
  expect(adapter?.allows(new URL("https://evil.example/"))).toBe(false);
});
