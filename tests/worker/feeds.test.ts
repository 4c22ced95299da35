import { DOMParser } from "@xmldom/xmldom";
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { feedList, madeFeed } from "#app/contracts/feeds.ts";
import type { FeedKind } from "#app/domain/feeds/feed.ts";
import { newMeetId, newRecordingId, newUserId, personalWorkspaceOf } from "#app/domain/ids.ts";
import { FEED_ENTRIES_MAX, FEED_SEEN_STEP_MS, FEED_WINDOW_MS } from "#app/domain/limits/deliveries.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/limits/units.ts";
import { readAccountData } from "#app/server/account/account-data.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { accountDeletions, users } from "#app/server/db/schema-account.ts";
import { feeds } from "#app/server/db/schema-feeds.ts";
import { meetings } from "#app/server/db/schema.ts";
import { feedRows, readFeed } from "#app/server/feeds/read-feed.ts";
import { loggablePath } from "#app/server/http/loggable-path.ts";
import { call, ORIGIN } from "#tests/support/api.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { listsOf } from "#workers/compose/objects.ts";
import { workerEnv } from "#tests/support/worker-env.ts";

/** A person's feeds in real D1, read as calendar programs and feed readers read them. */
const db = openDatabase(env.DB);
const HOSTILE = 'Layoffs; "in" March,\r\nEND:VEVENT </title><b>&amp;</b> ]]> \u0000\u0007 ñ 😀 \\n '.repeat(3);

type Row = Partial<typeof meetings.$inferInsert>;

async function insert(userId: string, rows: readonly Row[]): Promise<string[]> {
  const ids = rows.map(() => newMeetId());
  for (const [at, row] of rows.entries()) {
    await db.insert(meetings).values({
      id: ids[at] ?? "",
      ...ownedBy(userId),
      recordingId: newRecordingId(),
      title: "Desk",
      startsAt: Date.now() - DAY_MS,
      timeZone: "Europe/Madrid",
      language: "en",
      source: "upload",
      status: "SUMMARIZED",
      sequence: 7,
      createdAt: Date.now() - DAY_MS,
      updatedAt: Date.now() - HOUR_MS,
      ...row,
    });
  }
  return ids;
}

async function makeFeed(cookie: string, kind: FeedKind) {
  const answer = await call(`/api/acta/feeds/${kind}`, { method: "POST", cookie });
  expect(answer.status).toBe(200);
  return madeFeed.parse(await answer.json());
}

const showTitles = (cookie: string, kind: FeedKind, titlesShown: boolean) =>
  call(`/api/acta/feeds/${kind}`, { method: "PATCH", cookie, json: { titlesShown } });
const read = (url: string, headers: Record<string, string> = {}) => call(url, { headers });

async function calendarOf(url: string) {
  const text = await (await read(url)).text();
  const calendar = ICAL.Component.fromString(text);
  return { text, calendar, events: calendar.getAllSubcomponents("vevent") };
}
const valueOf = (component: ICAL.Component | undefined, name: string) => String(component?.getFirstPropertyValue(name));

/** Any fault in the XML throws. */
function parseStrictly(text: string) {
  const fail = (message: string) => {
    throw new Error(message);
  };
  return new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } }).parseFromString(
    text,
    "application/xml",
  );
}
async function atomOf(url: string) {
  const text = await (await read(url)).text();
  const document = parseStrictly(text);
  const textsOf = (name: string) =>
    Array.from(document.getElementsByTagName("entry")).map(
      (entry) => entry.getElementsByTagName(name)[0]?.textContent ?? null,
    );
  return { text, document, textsOf };
}

test("the calendar holds planned and past meetings, in UTC and without titles until its person shows them", async () => {
  const { cookie, userId } = await signIn();
  const past = { startsAt: Math.floor(Date.now() / 1000) * 1000 - 2 * DAY_MS, title: HOSTILE, durationMs: 90_000 };
  const planned = { startsAt: past.startsAt + 4 * DAY_MS, status: "SCHEDULE", title: "Seminar rooms" };
  const cancelled = { startsAt: past.startsAt + DAY_MS, status: "REJECTED", reason: "cancelled" };
  const [pastId = "", plannedId = "", cancelledId = ""] = await insert(userId, [past, planned, cancelled]);
  const { url, shown } = await makeFeed(cookie, "meetings");
  expect(shown).toMatchObject({ kind: "meetings", titlesShown: false, lastReadAt: null });
  expect(url).toMatch(new RegExp(`^${ORIGIN}/feeds/[0-9a-f]{32}/meetings\\.ics$`));

  const hidden = await calendarOf(url);
  expect(hidden.events.map((event) => valueOf(event, "uid"))).toEqual(
    [plannedId, cancelledId, pastId].map((id) => `${id}@localhost`),
  );
  expect(hidden.events.map((event) => valueOf(event, "summary"))).toEqual(["Meeting", "Meeting", "Meeting"]);
  expect(hidden.events.map((event) => valueOf(event, "status"))).toEqual(["CONFIRMED", "CANCELLED", "CONFIRMED"]);
  expect(hidden.text).not.toMatch(/Layoffs|Seminar/);
  expect(valueOf(hidden.calendar, "x-wr-calname")).toBe("Acta: meetings");
  expect(String(hidden.calendar.getFirstPropertyValue("refresh-interval"))).toBe("PT1H");
  const [future, , before] = hidden.events;
  expect(valueOf(before, "dtstart")).toBe(new Date(past.startsAt).toISOString().replace(".000", ""));
  expect(valueOf(before, "dtend")).toBe(new Date(past.startsAt + 90_000).toISOString().replace(".000", ""));
  expect(future?.hasProperty("dtend")).toBe(false);
  expect(valueOf(before, "url")).toBe(`${ORIGIN}/${pastId}`);
  expect(valueOf(before, "sequence")).toBe("7");
  expect(valueOf(before, "last-modified")).toBe(valueOf(before, "dtstamp"));

  expect((await showTitles(cookie, "meetings", true)).status).toBe(200);
  const open = await calendarOf(url);
  expect(open.events).toHaveLength(3);
  expect(valueOf(open.events[0], "summary")).toBe("Seminar rooms");
  expect(valueOf(open.events[2], "summary")).toMatch(
    /^Layoffs; "in" March, END:VEVENT <\/title><b>&amp;<\/b> \]\]> ñ 😀 \\n /,
  );
  // Every line ends with CRLF and has 75 octets at most.
  expect(open.text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(open.text.endsWith("END:VCALENDAR\r\n")).toBe(true);
  const octets = open.text.split("\r\n").map((line) => new TextEncoder().encode(line).length);
  expect(Math.max(...octets)).toBeLessThanOrEqual(75);
});

test("the feed of new minutes is valid Atom, with a stable id and a link for each meeting, and no word of the minutes", async () => {
  const { cookie, userId } = await signIn();
  await db.update(users).set({ locale: "fr", timeZone: "Europe/Paris" }).where(eq(users.id, userId));
  const startsAt = Date.now() - 3 * DAY_MS;
  const [ready = ""] = await insert(userId, [
    { title: HOSTILE, startsAt },
    { status: "LLMING" },
    { status: "ERROR_SUMMARY", reason: "summary-unavailable" },
  ]);
  const { url } = await makeFeed(cookie, "minutes");
  expect(url).toMatch(new RegExp(`^${ORIGIN}/feeds/[0-9a-f]{32}/minutes\\.atom$`));
  const hidden = await atomOf(url);
  expect(hidden.textsOf("id")).toEqual([`${ORIGIN}/${ready}`]);
  expect(hidden.textsOf("title")).toEqual([expect.stringMatching(/^Compte rendu du \p{L}+ \d+ \p{L}+ \d{4}$/u)]);
  expect(hidden.text).not.toContain("Layoffs");
  // Readers pass on what a feed says of itself.
  expect(hidden.text).not.toContain(new URL(url).pathname.split("/")[2]);
  const feedId = hidden.document.getElementsByTagName("id")[0]?.textContent;
  expect(feedId).toMatch(/^tag:localhost,2026:minutes\/[0-9a-z]{24}$/);
  const link = hidden.document.getElementsByTagName("entry")[0]?.getElementsByTagName("link")[0];
  expect(link?.getAttribute("href")).toBe(`${ORIGIN}/${ready}`);
  for (const name of ["content", "summary"]) expect(hidden.document.getElementsByTagName(name)).toHaveLength(0);

  await showTitles(cookie, "minutes", true);
  const renewed = await makeFeed(cookie, "minutes");
  const open = await atomOf(renewed.url);
  expect(open.textsOf("title")).toEqual([expect.stringMatching(/^Layoffs; "in" March, END:VEVENT <\/title><b>&amp;/)]);
  expect(open.document.getElementsByTagName("id")[0]?.textContent).toBe(feedId);
});

test("an address that was replaced or removed opens nothing, like one that never existed", async () => {
  const { cookie, userId } = await signIn();
  const first = await makeFeed(cookie, "meetings");
  const second = await makeFeed(cookie, "meetings");
  const minutes = await makeFeed(cookie, "minutes");
  const [, , token = ""] = new URL(second.url).pathname.split("/");
  expect((await read(second.url)).status).toBe(200);
  const removed = await call("/api/acta/feeds/minutes", { method: "DELETE", cookie });
  expect(removed.status).toBe(200);
  expect((await call("/api/acta/feeds/minutes", { method: "DELETE", cookie })).status).toBe(200);
  const dead = [
    first.url,
    minutes.url,
    `/feeds/${"0".repeat(32)}/meetings.ics`,
    `/feeds/${token}/minutes.atom`,
    `/feeds/${token.toUpperCase()}/meetings.ics`,
    "/feeds/x/meetings.ics",
  ];
  const answers = await Promise.all(
    dead.map(async (url) => {
      const answer = await read(url);
      return { status: answer.status, text: await answer.text(), type: answer.headers.get("Content-Type") };
    }),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.status).toBe(404);
  const list = feedList.parse(await (await call("/api/acta/feeds", { cookie })).json());
  expect(list.feeds.map(({ kind }) => kind)).toEqual(["meetings"]);
  // From the moment that the account's deletion was asked for.
  await db.insert(accountDeletions).values({ userId, locale: "en", requestedAt: Date.now() });
  expect((await read(second.url)).status).toBe(404);
});

test("a meeting that stayed with the team is in no feed of the creator who left it", async () => {
  const { cookie, userId } = await signIn();
  const [kept, moved] = await insert(userId, [{ title: "Kept" }, { title: "Moved" }]);
  const feeds = [await makeFeed(cookie, "meetings"), await makeFeed(cookie, "minutes")];
  const named = async () => {
    const texts = await Promise.all(feeds.map(async ({ url }) => (await read(url)).text()));
    return texts.map((text) => [kept, moved].map((id) => text.includes(id ?? "none")));
  };
  expect(await named()).toEqual([
    [true, true],
    [true, true],
  ]);
  await db
    .update(meetings)
    .set({ workspaceId: "team" })
    .where(eq(meetings.id, moved ?? ""));
  expect(await named()).toEqual([
    [true, false],
    [true, false],
  ]);
});

test("another person changes nothing, and there are two kinds of feeds", async () => {
  const [nora, marc] = [await signIn(), await signIn()];
  const { url } = await makeFeed(nora.cookie, "meetings");
  expect((await showTitles(marc.cookie, "meetings", true)).status).toBe(404);
  expect((await call("/api/acta/feeds/meetings", { method: "DELETE", cookie: marc.cookie })).status).toBe(200);
  expect((await read(url)).status).toBe(200);
  expect((await showTitles(nora.cookie, "meetings", true)).status).toBe(200);
  for (const method of ["POST", "DELETE"]) {
    expect((await call("/api/acta/feeds/tasks", { method, cookie: nora.cookie })).status).toBe(404);
  }
});

test("a feed is asked for again with its tag, kept by nobody, and its address is told to nobody", async () => {
  const { cookie, userId } = await signIn();
  const [id = ""] = await insert(userId, [{}]);
  const { url } = await makeFeed(cookie, "meetings");
  const answer = await read(url);
  expect(answer.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
  expect(answer.headers.get("Referrer-Policy")).toBe("same-origin");
  expect(answer.headers.get("X-Robots-Tag")).toContain("noindex");
  const tag = answer.headers.get("ETag") ?? "";
  const again = await read(url, { "If-None-Match": `W/${tag}` });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  await db.update(meetings).set({ sequence: 8, startsAt: Date.now() }).where(eq(meetings.id, id));
  const changed = await read(url, { "If-None-Match": tag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("ETag")).not.toBe(tag);

  const [, , token = ""] = new URL(url).pathname.split("/");
  expect(loggablePath(new Request(url))).toBe("/feeds/:/meetings.ics");
  expect(JSON.stringify(await db.select().from(feeds).where(eq(feeds.userId, userId)))).not.toContain(token);
  expect((await (await call("/settings/integrations", { cookie })).text()).includes(token)).toBe(false);
  const { feeds: exported } = await readAccountData({ db, lists: listsOf(workerEnv) }, sessionActor(userId));
  expect(exported.map((row) => Object.keys(row).toSorted())).toEqual([
    ["createdAt", "kind", "lastReadAt", "titlesShown"],
  ]);
});

test("a reading is noted once an hour", async () => {
  const { cookie, userId } = await signIn();
  const { url } = await makeFeed(cookie, "minutes");
  const [, , token = ""] = new URL(url).pathname.split("/");
  const config = { origin: ORIGIN } as Parameters<typeof readFeed>[0]["config"];
  const seen: (number | null | undefined)[] = [];
  const start = Date.now();
  for (const at of [start, start + FEED_SEEN_STEP_MS, start + FEED_SEEN_STEP_MS + 1]) {
    const work: Promise<unknown>[] = [];
    const services = {
      db,
      lists: listsOf(workerEnv),
      config,
      now: () => at,
      waitUntil: (each: Promise<unknown>) => void work.push(each),
    };
    expect((await readFeed(services, { kind: "minutes", token })).ok).toBe(true);
    await Promise.all(work);
    const [row] = await db
      .select({ lastReadAt: feeds.lastReadAt })
      .from(feeds)
      .where(and(eq(feeds.userId, userId), eq(feeds.kind, "minutes")));
    seen.push(row?.lastReadAt);
  }
  expect(seen).toEqual([start, start, start + FEED_SEEN_STEP_MS + 1]);
});

test.each(["meetings", "minutes"] as const)(
  "the feed %s reads the rows that it shows, and only its person's",
  async (kind) => {
    const userId = newUserId();
    const workspaceId = personalWorkspaceOf(userId);
    const now = Date.now();
    const startsAt = (days: number) => now + days * DAY_MS;
    const sample = { source: "sample" };
    const [inside = ""] = await insert(userId, [
      { startsAt: startsAt(-89) },
      { startsAt: startsAt(-91) },
      { startsAt: startsAt(91) },
      { deletedAt: now },
      sample,
      // It was given to a team.
      { workspaceId: newUserId() },
    ]);
    await insert(newUserId(), [{}]);
    const { services, rowsRead } = countedDatabase();
    const idsOf = async () =>
      (await feedRows({ ...services, now: () => now }, { kind, userId, workspaceId })).map(({ id }) => id);
    expect(await idsOf()).toEqual([inside]);
    await rowsRead();
    await insert(
      userId,
      Array.from({ length: FEED_ENTRIES_MAX + 50 }, (_, at) => ({
        startsAt: now - FEED_WINDOW_MS + (at + 1) * 60_000,
      })),
    );
    // Lists that are behind take what D1 has noted.
    await idsOf();
    await rowsRead();
    const listed = await idsOf();
    expect(listed).toHaveLength(FEED_ENTRIES_MAX);
    expect(listed[0]).toBe(inside);
    // A place in the index and its row for each, and those that were left out.
    expect(await rowsRead()).toBeLessThanOrEqual(2 * (FEED_ENTRIES_MAX + 5));
  },
  60_000,
);
