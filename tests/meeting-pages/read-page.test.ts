import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { documentOf } from "#tests/fixtures/meeting-pages/page-fixture.ts";
import { classifyPage } from "#workers/recorder/src/platforms/classify/classify-page.ts";
import { SNAPSHOT_BOUNDS } from "#workers/recorder/src/platforms/classify/page-snapshot.ts";
import { readPage } from "#workers/recorder/src/platforms/classify/read-page.ts";
import { openBrowser } from "./meeting-browser.ts";

/** The parts of a page that the snapshot takes, and those that it leaves out. */

const MEET = "https://meet.google.com/abc-defg-hij";
let browser: Browser;
let page: Page;
let answers: Record<string, { body: string; headers?: Record<string, string> }>;

beforeAll(async () => {
  browser = await openBrowser();
  page = await (await browser.newContext()).newPage();
  await page.route("**/*", (route) => {
    const answer = answers[route.request().url()];
    return answer
      ? route.fulfill({ body: answer.body, headers: { "content-type": "text/html; charset=utf-8", ...answer.headers } })
      : route.fulfill({ status: 404, body: "" });
  });
});
afterAll(() => browser.close());

async function show(url: string, body: string, more: typeof answers = {}, headers: Record<string, string> = {}) {
  answers = { ...more, [url]: { body: documentOf("Meeting", "en", body), headers } };
  await page.goto("about:blank");
  await page.goto(url);
  return readPage(page, (address) => address.host.endsWith("zoom.us"));
}

test("a very large page is read up to the limits, is marked as incomplete, and does not count as admitted", async () => {
  const tile = `<div class="tile" data-participant-id="p1">Iria</div><button aria-label="Leave call">x</button>`;
  const many = `<p>line</p><i></i>`.repeat(SNAPSHOT_BOUNDS.nodes);
  const snapshot = await show(MEET, tile + many);
  expect(snapshot.truncated).toBe(true);
  expect(snapshot.lines.length).toBeLessThanOrEqual(SNAPSHOT_BOUNDS.lines);
  expect(JSON.stringify(snapshot).length).toBeLessThan(150_000);
  expect(classifyPage("meet", snapshot).state).toBe("unknown");
});

test("text in open shadow roots and slots is read, in order", async () => {
  const body = `<x-door><b>lets you in</b></x-door><script>
document.querySelector("x-door").attachShadow({ mode: "open" }).innerHTML = "<p>You'll join the call when someone <slot></slot></p>";</script>`;
  const snapshot = await show(MEET, body);
  expect(snapshot.lines).toEqual(["You'll join the call when someone lets you in"]);
});

test("hidden, faded and clipped text is not read", async () => {
  const body = `<p hidden>one</p><p class="faded">two</p><p class="clipped">three</p><p style="visibility:hidden">four</p><p>five</p>`;
  expect((await show(MEET, body)).lines).toEqual(["five"]);
});

test("names and texts of people are not read", async () => {
  const body = `<div role="log">chat</div><div data-message-id="1">message</div><div data-participant-id="p">Iria</div>
<span class="notranslate">Bram</span><div role="region" aria-label="Captions">spoken</div><textarea>draft</textarea><p>page</p>`;
  expect((await show(MEET, body)).lines).toEqual(["page"]);
});

test("a page with a strict content security policy and trusted types is read", async () => {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; require-trusted-types-for 'script'";
  const snapshot = await show(MEET, "<p>Asking to be let in</p>", {}, { "content-security-policy": policy });
  expect(classifyPage("meet", snapshot).state).toBe("waiting");
});

test("a client that draws itself in a frame of its own host is read; a frame of anybody else is not", async () => {
  const own = "https://us05web.zoom.us/wc/client";
  const other = "https://slides.example/deck";
  const url = "https://app.zoom.us/wc/98765432109/join";
  const frame = (source: string) => `<iframe src="${source}" width="800" height="500"></iframe>`;
  const waiting = documentOf("Zoom", "en", "<h1>Please wait, the meeting host will let you in soon.</h1>");
  const ended = documentOf("Deck", "en", "<h1>This meeting has been ended by host</h1>");
  const snapshot = await show(url, frame(own) + frame(other), { [own]: { body: waiting }, [other]: { body: ended } });
  expect(classifyPage("zoom", snapshot).state).toBe("waiting");
  expect(snapshot.url).toBe(url);
});
