import { expect, test } from "vitest";
import { parseDevice, shortenUserAgent } from "#app/domain/account/device.ts";
import { USER_AGENTS } from "#tests/support/user-agents.ts";

test.each(USER_AGENTS)("%s is %s", (userAgent, device) => {
  expect(shortenUserAgent(userAgent)).toBe(device);
});

test("a device is read as it was written", () => {
  expect(parseDevice("Firefox/Linux")).toEqual({ browser: "Firefox", system: "Linux" });
  expect(parseDevice("/Android")).toEqual({ browser: null, system: "Android" });
});

test.each([null, "", "/", "Firefox", "<b>/<i>", "Mozilla/5.0 (X11; Linux x86_64)"])("%j names no system", (stored) => {
  expect(parseDevice(stored).system).toBeNull();
});
