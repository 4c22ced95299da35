import { expect, test } from "vitest";
import { isOpening } from "#app/server/http/share-request.ts";

/** Requests for a shared page, and which of them its owner reads as an opening. */

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const request = (agent: string, headers: Record<string, string> = {}) =>
  new Request("http://localhost:8787/s/token", { headers: { "User-Agent": agent, ...headers } });

test("a person's browser is an opening, also where it says nothing about its fetches", () => {
  expect(isOpening(request(BROWSER))).toBe(true);
  expect(isOpening(request(BROWSER, { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site" }))).toBe(true);
});

test.each([
  "Mozilla/4.0 (compatible; ms-office; MSOffice 16)",
  "Mozilla/4.0 (compatible; ms-office; MSOffice rmj)",
  "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)",
  "Microsoft Office Word 2014 (16.0.17928) Windows NT 10.0",
  "Notes/4.11 CFNetwork/1568.200.51 Darwin/24.1.0",
  "Dalvik/2.1.0 (Linux; U; Android 15; Pixel 8 Build/AP4A)",
])("a program that looks at a link before or beside the browser is none: %s", (agent) => {
  expect(isOpening(request(agent))).toBe(false);
});
