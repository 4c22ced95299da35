import { createServer, type Server } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { type AddressGuard, guardAddresses, judgeAddress } from "#workers/recorder/src/platforms/hosts.ts";
import { openBrowser } from "./meeting-browser.ts";

/** Real redirects of a real server on loopback: the main frame opens only allowed addresses at each hop, and requests no others. */

const PORT = 9150;
const ELSEWHERE = 9151;
const HOME = `http://127.0.0.1:${PORT}`;
let browser: Browser;
let page: Page;
let guard: AddressGuard;
let servers: Server[];
const asked: string[] = [];

const REDIRECTS: Record<string, string> = {
  "/away": `http://127.0.0.1:${ELSEWHERE}/secret`,
  "/twice": "/away",
  "/home": "/room",
  "/to-sign-in": "https://accounts.google.com/signin",
};
const PAGES: Record<string, string> = {
  "/room": "<h1>room</h1>",
  "/by-script": `<script>location.href = "http://127.0.0.1:${ELSEWHERE}/secret"</script>`,
  "/by-meta": `<meta http-equiv="refresh" content="0;url=http://127.0.0.1:${ELSEWHERE}/secret">`,
  "/by-form": `<form method="post" action="http://127.0.0.1:${ELSEWHERE}/secret"></form><script>document.forms[0].submit()</script>`,
  "/popup": `<h1>room</h1><button onclick="window.open('http://127.0.0.1:${ELSEWHERE}/popup')">open</button>`,
  "/framed": `<h1>room</h1><iframe src="http://127.0.0.1:${ELSEWHERE}/frame"></iframe>`,
};

beforeAll(async () => {
  servers = [PORT, ELSEWHERE].map((port) =>
    createServer((request, response) => {
      const path = request.url ?? "";
      asked.push(`${port}${path}`);
      const to = port === PORT ? REDIRECTS[path] : undefined;
      if (to) response.writeHead(302, { location: to }).end();
      else response.setHeader("content-type", "text/html").end(PAGES[path] ?? "<p>elsewhere</p>");
    }).listen(port, "127.0.0.1"),
  );
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  for (const server of servers) server.close();
});
beforeEach(async () => {
  asked.length = 0;
  page = await (await browser.newContext()).newPage();
  const judge = (url: URL) => {
    const local = judgeAddress("local", url, { jitsiHosts: [], localOrigin: HOME });
    return local === "open" ? local : judgeAddress("meet", url, { jitsiHosts: [], localOrigin: null });
  };
  guard = await guardAddresses(page, judge);
});
afterEach(() => page.context().close());

test("a page of the platform opens, also through a redirect of its own", async () => {
  await page.goto(`${HOME}/home`);
  expect(await page.locator("h1").innerText()).toBe("room");
  expect(guard.stopped()).toBeNull();
});

test.each(["/away", "/twice"])("a redirect to another host is not followed: %s", async (path) => {
  await expect(page.goto(`${HOME}${path}`)).rejects.toThrow(/ERR_BLOCKED_BY_CLIENT/);
  expect(guard.stopped()).toBe("refused");
  expect(asked.filter((each) => each.startsWith(String(ELSEWHERE)))).toEqual([]);
});

test.each(["/by-script", "/by-meta", "/by-form"])("a page cannot send the bot elsewhere: %s", async (path) => {
  await page.goto(`${HOME}${path}`).catch(() => {});
  await expect.poll(() => guard.stopped()).toBe("refused");
  expect(asked.filter((each) => each.startsWith(String(ELSEWHERE)))).toEqual([]);
});

test("a sign-in page ends the visit and is not opened", async () => {
  await expect(page.goto(`${HOME}/to-sign-in`)).rejects.toThrow(/ERR_BLOCKED_BY_CLIENT/);
  expect(guard.stopped()).toBe("sign-in");
});

test("a window that the page opens is closed", async () => {
  await page.goto(`${HOME}/popup`);
  const popup = page.waitForEvent("popup");
  await page.locator("button").click();
  await popup;
  await expect.poll(() => page.context().pages().length).toBe(1);
  expect(guard.stopped()).toBeNull();
});

test("frames inside the page are not guarded", async () => {
  await page.goto(`${HOME}/framed`);
  expect(asked).toContain(`${ELSEWHERE}/frame`);
  expect(guard.stopped()).toBeNull();
});
