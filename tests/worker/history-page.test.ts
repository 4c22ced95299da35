import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { titleKeyOf } from "#app/domain/meeting/list.ts";
import { END_REASONS, type EndReason, isCallReason, type MeetingStatus } from "#app/domain/meeting/status.ts";
import { en } from "#app/i18n/en.ts";
import { CALL_ADVICE } from "#app/i18n/call-advice.ts";
import { explainEnd } from "#app/i18n/explain-end.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** The page of History as the server writes it, which is all that a browser without JavaScript has. */
type Given = {
  title: string;
  status?: MeetingStatus;
  reason?: EndReason | null;
  startsAt?: number;
  language?: string;
  person?: string;
  people?: readonly string[];
};

const DAY_MS = 86_400_000;

async function historyOf(given: readonly Given[]) {
  const { cookie, userId } = await signIn();
  const made = given.map((each, index) => ({
    id: `${userId.slice(0, 18)}${String(index).padStart(6, "0")}`,
    titleKey: titleKeyOf(each.title),
    startsAt: Date.UTC(2026, 10, 20) - index * DAY_MS,
    status: "SUMMARIZED",
    reason: null,
    language: "en",
    ...each,
  }));
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO meetings (id, workspace_id, created_by, title, title_key, starts_at, time_zone, language, source, status, reason,
         people, sequence, created_at, updated_at)
       SELECT value ->> 'id', ?1, ?1, value ->> 'title', value ->> 'titleKey', value ->> 'startsAt', 'UTC', value ->> 'language',
         'upload', value ->> 'status', value ->> 'reason', value ->> 'people', 1, 1, 1
       FROM json_each(?2)`,
    ).bind(
      userId,
      JSON.stringify(
        made.map(({ person, people = person === undefined ? [] : [person], ...meeting }) => ({
          ...meeting,
          people: people.map((name) => [name.toLowerCase(), name]),
        })),
      ),
    ),
  ]);
  return async (path: string) => {
    const headers = { Cookie: `${cookie}; tz=UTC`, "Sec-Fetch-Dest": "document" };
    const response = await exports.default.fetch(`http://localhost:8787${path}`, { headers });
    expect(response.status).toBe(200);
    const html = plain(await response.text());
    return {
      html,
      titles: [...html.matchAll(/<a [^>]*class="row-link clamp"[^>]*>([^<]*)</g)].map(([, title]) => title),
      tabs: [...html.matchAll(TAB)].map(([, attributes = "", name, count]) => ({
        href: /href="([^"]*)"/.exec(attributes)?.[1],
        name,
        count: Number(count),
        isCurrent: attributes.includes("aria-current"),
      })),
      chosen: [...html.matchAll(/<option value="([^"]+)" selected/g)].map(([, value]) => value),
      link: (rel: string) => new RegExp(`<a [^>]*rel="${rel}"[^>]*>`).exec(html)?.[0].match(/href="([^"]*)"/)?.[1],
    };
  };
}

const TAB = /<a ([^>]*)>([\w ]+) <span class="num">(\d+)<\/span>/g;

/** HTML without what React writes between texts, and with plain signs. */
function plain(html: string): string {
  return html.replaceAll("<!-- -->", "").replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("&quot;", '"');
}

const SOME: readonly Given[] = [
  { title: "Budget", person: "Aina Bosch" },
  { title: "Àvila", status: "ERROR_SUMMARY", reason: "summary-unavailable", language: "ca" },
  { title: "Clinic", status: "SCHEDULE" },
  { title: "Desk", status: "REJECTED", reason: "denied" },
  { title: "Exam", status: "SKIPPED_SUMMARY", reason: "no-speech" },
  { title: "Form", status: "TRANSCRIBING", person: "Théo Müller" },
];

const EVERYTHING = SOME.map(({ title }) => title);

test("the groups are tabs with the number of all meetings in each, and keep the other filters", async () => {
  const get = await historyOf(SOME);
  const { tabs, titles } = await get("/history?group=error&language=ca");
  expect(tabs).toEqual([
    { name: "All", count: 6, href: "/history?language=ca", isCurrent: false },
    { name: "Completed", count: 1, href: "/history?group=completed&language=ca", isCurrent: false },
    { name: "Error", count: 1, href: "/history?group=error&language=ca", isCurrent: true },
    { name: "Initiating", count: 1, href: "/history?group=initiating&language=ca", isCurrent: false },
    { name: "Rejected", count: 1, href: "/history?group=rejected&language=ca", isCurrent: false },
    { name: "Skipped", count: 1, href: "/history?group=skipped&language=ca", isCurrent: false },
    { name: "In progress", count: 1, href: "/history?group=working&language=ca", isCurrent: false },
  ]);
  expect(titles).toEqual(["Àvila"]);
});

test.each([
  ["", EVERYTHING],
  ["?sort=title", ["Àvila", "Budget", "Clinic", "Desk", "Exam", "Form"]],
  ["?group=rejected", ["Desk"]],
  ["?group=working", ["Form"]],
  ["?language=ca", ["Àvila"]],
  ["?person=Aina+Bosch", ["Budget"]],
  ["?after=2026-11-17&before=2026-11-19", ["Clinic", "Desk"]],
  ["?from=upload&role=organizer&template=system&group=completed", ["Budget"]],
  // The fields of a form that were left as they were.
  ["?language=&person=&from=&sort=date&role=&template=&after=&before=", EVERYTHING],
  ["?group=running&language=xx&after=soon&older=nobody", EVERYTHING],
])("/history%s lists what it says", async (search, titles) => {
  const get = await historyOf(SOME);
  expect((await get(`/history${search}`)).titles).toEqual(titles);
});

test("the form shows the filters that are on, and offers the people by name", async () => {
  const get = await historyOf(SOME);
  const asked = "group=error&language=ca&role=guest&person=nobody&after=2026-11-01&sort=title";
  const { html, chosen } = await get(`/history?${asked}`);
  expect(html).toMatch(/<form [^>]*method="get"[^>]*action="\/history"/);
  expect(html).toContain('<input type="hidden" name="group" value="error"');
  expect(chosen).toEqual(["ca", "title", "guest"]);
  expect(html).toMatch(/<input [^>]*name="after"[^>]*value="2026-11-01"/);
  expect(html).toMatch(/<input [^>]*name="person"[^>]*value="nobody"/);
  expect(html).toContain('<option value="Aina Bosch">');
  expect(html).toContain('<option value="Théo Müller">');
  expect(html).toMatch(/<noscript><button[^>]*type="submit"/);
});

test("meetings by date stand under their months, and those by title under none", async () => {
  const at = (month: number) => Date.UTC(2026, month, 15, 12);
  const get = await historyOf([
    { title: "Third", startsAt: at(10) },
    { title: "Second", startsAt: at(10) - 1 },
    { title: "First", startsAt: at(8) },
  ]);
  const months = async (path: string) =>
    [...(await get(path)).html.matchAll(/<th scope="rowgroup"[^>]*>([^<]*)</gi)].map(([, month]) => month);
  expect(await months("/history")).toEqual(["November 2026", "September 2026"]);
  expect(await months("/history?sort=title")).toEqual([]);
});

test("a row names the people of its meeting", async () => {
  const get = await historyOf(SOME);
  const { html } = await get("/history");
  const row = (title: string) => html.slice(html.indexOf(`>${title}</a>`)).split("</tr>")[0];
  expect(row("Budget")).toContain('<span class="people">Aina Bosch</span>');
  expect(row("Clinic")).not.toContain('class="people"');
});

test("a row that has no room for all its people names the one whose meetings are listed", async () => {
  const get = await historyOf([{ title: "Many", people: ["Aina Bosch", "Bea Coll", "Clara Dou", "Nora Puig"] }]);
  expect((await get("/history")).html).toContain("Aina Bosch, Bea Coll, Clara Dou and 1 more");
  expect((await get("/history?person=nora+puig")).html).toContain("Nora Puig, Aina Bosch, Bea Coll and 1 more");
});

test("a meeting of another year names its year, so that equal days of two years are told apart", async () => {
  const now = { title: "Now", startsAt: Date.UTC(new Date().getUTCFullYear(), 5, 15, 12) };
  const get = await historyOf([now, { title: "Then", startsAt: Date.UTC(2020, 5, 15, 12) }]);
  const { html } = await get("/history");
  expect([...html.matchAll(/<time [^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([
    "15 Jun, 12:00 pm",
    "15 Jun 2020, 12:00 pm",
  ]);
});

test("pages lead on and back, in both orders and with their filters", async () => {
  const many = Array.from({ length: 45 }, (_, index) => ({ title: `Meeting ${String(index).padStart(2, "0")}` }));
  const get = await historyOf([...many, { title: "Other", status: "REJECTED", reason: "denied" }]);
  for (const search of ["?group=completed", "?group=completed&sort=title"]) {
    const first = await get(`/history${search}`);
    expect(first.link("prev")).toBeUndefined();
    const second = await get(first.link("next") ?? "");
    const third = await get(second.link("next") ?? "");
    expect(third.link("next")).toBeUndefined();
    expect([...first.titles, ...second.titles, ...third.titles]).toEqual(many.map(({ title }) => title));
    expect((await get(third.link("prev") ?? "")).titles).toEqual(second.titles);
    expect((await get(second.link("prev") ?? "")).titles).toEqual(first.titles);
  }
});

test.each([
  ["?group=error", "No meeting ended with an error.", "/history"],
  ["?group=skipped&sort=title", "No meeting was skipped.", "/history?sort=title"],
  ["?language=fr", "You have no meeting in this language.", "/history"],
  ["?role=guest", "You have no meeting in this role.", "/history"],
  ["?from=zoom", "There is no meeting from this source yet.", "/history"],
  [`?template=${"0".repeat(24)}`, "No minutes were written with this template.", "/history"],
  ["?person=nobody", "This person is in none of your meetings.", "/history"],
  ["?after=2030-01-01", "You have no meeting on these days.", "/history"],
  ["?group=completed&language=fr", "No meeting fits all that you have chosen.", "/history?group=completed"],
])("/history%s says why it is empty, and leads out", async (search, text, way) => {
  const get = await historyOf([{ title: "Budget" }]);
  const { html, titles } = await get(`/history${search}`);
  expect(titles).toEqual([]);
  expect(html).toContain(text);
  const empty = html.slice(html.indexOf('class="empty"'));
  expect(empty).toContain(`href="${way}"`);
});

test("somebody without meetings is shown how to begin, whatever the address asks", async () => {
  const get = await historyOf([]);
  for (const search of ["", "?group=error&language=ca"]) {
    const { html, tabs } = await get(`/history${search}`);
    expect(html).toContain("No meeting yet.");
    expect(tabs).toEqual([]);
  }
});

/** A status that each reason comes with. */
function statusOf(reason: EndReason): MeetingStatus {
  if (reason === "no-speech") return "SKIPPED_SUMMARY";
  if (reason === "summary-unavailable") return "ERROR_SUMMARY";
  return isCallReason(reason) ? "REJECTED" : "ERROR_TRANSCRIPT";
}

/** Why a meeting ended with a reason, and the first of what can be done. */
function saidOf(reason: EndReason): { why: string; next: string } {
  if (isCallReason(reason)) {
    return { why: en.call.ended[reason], next: en.call.advice[CALL_ADVICE[reason].steps[0]] };
  }
  const told = explainEnd({ status: statusOf(reason), reason, playable: false }, false).reason;
  const key = told.replaceAll("-", "");
  const found = Object.entries(en.progress.end.todo).find(([name]) => name.toLowerCase() === key);
  return { why: en.ended[reason], next: found?.[1] ?? "" };
}

test("every failed row says why and what to do, also where no reason was kept", async () => {
  const rows = END_REASONS.map((reason) => ({ title: reason, status: statusOf(reason), reason }));
  const get = await historyOf([...rows, { title: "none kept", status: "ERROR_TRANSCRIPT", reason: null }]);
  const first = await get("/history");
  const html = first.html + (await get(first.link("next") ?? "")).html;
  const { todo } = en.progress.end;
  for (const { title, reason } of rows) {
    const row = html.slice(html.indexOf(`>${title}</a>`)).split("</tr>")[0];
    const { why, next } = saidOf(reason);
    expect(row, reason).toContain(`${why}. `);
    expect(next, reason).not.toBe("");
    expect(row, reason).toContain(next);
  }
  expect(html).toContain(`${en.ended.internal}. ${todo.internal}`);
});

test("only a step that can be asked for again is offered again", async () => {
  const get = await historyOf([
    { title: "Speech", status: "ERROR_TRANSCRIPT", reason: "speech-unavailable" },
    { title: "Summary", status: "ERROR_SUMMARY", reason: "summary-unavailable" },
    { title: "Recording", status: "ERROR_RECORDED", reason: "no-audio" },
    { title: "Done" },
  ]);
  const { html } = await get("/history");
  const row = (title: string) => html.slice(html.indexOf(`>${title}</a>`)).split("</tr>")[0];
  expect(row("Speech")).toMatch(/<form method="post" action="\/[0-9a-z]{24}"><button type="submit"/);
  expect(row("Speech")).toContain("Transcribe again");
  expect(row("Summary")).toContain("Write the summary again");
  expect(row("Recording")).not.toContain("<form");
  expect(row("Recording")).toContain("upload recording");
  expect(row("Done")).not.toContain("<form");
});
