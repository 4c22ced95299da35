import type { Browser, Page, Response } from "@playwright/test";
import type { Line, Passage } from "#tests/support/shaped-line.ts";
import { watchMemory } from "#tests/bench/upload/memory.ts";
import { awake } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { chooseLanguage } from "#tests/support/upload-in-browser.ts";

/** Result of one upload through the page. Times in ms from its first request; null when it did not happen. */
export type Sent = {
  windows: number;
  soundLandedMs: number | null;
  videoLandedMs: number;
  takenMs: number;
  putBytes: number;
  videoPutBytes: number;
  /** Parts or windows that the page sent again although the store had acknowledged them. */
  acknowledgedTwice: string[];
  parts: number;
  largestPartBytes: number;
  mostInFlight: number;
  memoryGrownBytes: number;
  memoryBaseBytes: number;
  workers: number;
  longestTaskMs: number;
  startedAt: number;
};

const MS_MAX = 3 * 3_600_000;
const isPut = ({ method, path }: Passage) => method === "PUT" && path.includes("/s3/");
const isPart = (passage: Passage) =>
  isPut(passage) && nameOf(passage.path) !== new URL(passage.path, "http://line").pathname;

/** Name of the object or part that a PUT stores. It leaves out the signature, which is new with each attempt. */
function nameOf(path: string): string {
  const { pathname, searchParams } = new URL(path, "http://line");
  const part = searchParams.get("partNumber");
  return part === null ? pathname : `${pathname}#${searchParams.get("uploadId")}#${part}`;
}

export type UploadInPage = {
  browser: Browser;
  line: Line;
  origin: string;
  person: string;
  file: string;
  title: string;
};

/** Uploads the file through the dialog, over the line, until its meeting's page opens. */
export async function uploadInPage({ browser, line, origin, person, file, title }: UploadInPage): Promise<Sent> {
  const context = await browser.newContext({ locale: "en-GB" });
  const { name, value } = await localSignIn({ appOrigin: origin, person });
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.addInitScript(WATCH_TASKS);
  const acknowledged = new Map<string, number>();
  context.on("requestfinished", (request) => {
    const url = new URL(request.url());
    const note = (response: Response | null) => {
      if (response?.status() !== 200) return;
      const what = nameOf(url.pathname + url.search);
      acknowledged.set(what, (acknowledged.get(what) ?? 0) + 1);
    };
    if (request.method() === "PUT" && url.pathname.includes("/s3/"))
      void request.response().then(note, () => undefined);
  });
  await openDialog(page, { origin, title, file });
  const memory = await watchMemory(context, page);
  await expectTasksAreSeen(page);
  const done = page.waitForURL(/\/[0-9a-z]{24}$/, { timeout: MS_MAX, waitUntil: "commit" });
  await page.getByRole("button", { name: "summarize" }).click();
  await done;
  const { grownBytes, baseBytes } = await memory.stop();
  // NaN when the page was reloaded meanwhile: then its tasks were not observed from the beginning.
  const longestTaskMs = Number(await page.evaluate("watchedSince === 'click' ? Math.max(0, ...longTasks) : NaN"));
  if (Number.isNaN(longestTaskMs)) throw new Error("the page was loaded anew");
  const workers = memory.workers();
  await context.close();
  const twice = [...acknowledged].filter(([, times]) => times > 1).map(([what]) => what);
  const ofThePage = { memoryGrownBytes: grownBytes, memoryBaseBytes: baseBytes, workers, longestTaskMs };
  return { ...measured(line.passages), ...ofThePage, acknowledgedTwice: twice };
}

async function openDialog(page: Page, { origin, title, file }: { origin: string; title: string; file: string }) {
  await page.goto(origin);
  await awake(page);
  await page.getByRole("link", { name: "upload recording" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill(title);
  await chooseLanguage(dialog, "en");
  await dialog.getByLabel("Recording").setInputFiles(file);
  await page.getByRole("button", { name: "summarize" }).waitFor();
}

/**
 * Runs in the page before its own scripts. It is text because helpers that a compiler adds to a function do not exist in the page,
 * and an error there would be silent.
 */
const WATCH_TASKS = `
  window.longTasks = [];
  window.taskWatch = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  });
  taskWatch.observe({ type: "longtask", buffered: true });
`;

/** An observer that sees nothing would pass every limit, so it has to see a task that is known to be long. */
async function expectTasksAreSeen(page: Page): Promise<void> {
  const isSeen = await page.evaluate(async () => {
    const { longTasks } = window as unknown as { longTasks: number[] };
    // In a task of its own: an evaluation is not a task.
    setTimeout(() => {
      const end = performance.now() + 120;
      while (performance.now() < end);
    });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const seen = longTasks.some((duration) => duration >= 110);
    longTasks.length = 0;
    Object.assign(window, { watchedSince: "click" });
    return seen;
  });
  if (!isSeen) throw new Error("long tasks are not seen here");
}

function measured(passages: readonly Passage[]) {
  const startedAt = passages.find(({ path }) => path === "/api/acta/upload")?.startedAt;
  if (startedAt === undefined) throw new Error("no upload was asked for");
  const puts = passages.filter(isPut);
  const parts = puts.filter(isPart);
  const sound = puts.filter((passage) => !isPart(passage));
  const landedAt = (those: readonly Passage[]) => {
    const times = those.flatMap(({ status, answeredAt }) =>
      status === 200 && answeredAt !== null ? [answeredAt] : [],
    );
    return times.length === 0 ? null : Math.max(...times) - startedAt;
  };
  const videoLandedMs = landedAt(parts);
  const takenMs = landedAt(passages.filter(({ path }) => path === "/api/acta/upload_data"));
  if (videoLandedMs === null || takenMs === null) throw new Error("the video did not land");
  return {
    startedAt,
    windows: new Set(sound.filter(({ status }) => status === 200).map(({ path }) => nameOf(path))).size,
    soundLandedMs: landedAt(sound),
    videoLandedMs,
    takenMs,
    putBytes: total(puts),
    videoPutBytes: total(parts),
    parts: new Set(parts.map(({ path }) => nameOf(path))).size,
    largestPartBytes: Math.max(...parts.map(({ bodyBytes }) => bodyBytes)),
    mostInFlight: mostAtOnce(parts),
  };
}

const total = (those: readonly Passage[]) => those.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);

/** A passage that was cut has no end of its own: it ends with the next attempt at its part. */
function mostAtOnce(parts: readonly Passage[]): number {
  const ended = (part: Passage) => {
    const again = parts.find((other) => other.startedAt > part.startedAt && nameOf(other.path) === nameOf(part.path));
    return part.answeredAt ?? again?.startedAt ?? part.startedAt;
  };
  const spans = parts.map((part) => ({ from: part.startedAt, to: ended(part) }));
  return Math.max(...spans.map(({ from }) => spans.filter((span) => span.from <= from && span.to > from).length));
}
