import { expect, test } from "vitest";
import type { CrmSettings } from "#app/contracts/connections.ts";
import { CRM_NOTE_CHARS_MAX, CRM_PROPERTY_CHARS_MAX } from "#app/domain/limits/deliveries.ts";
import { minutesOccurrence } from "#app/domain/deliveries/minutes-occurrence.ts";
import { planEntries } from "#app/server/crm/plan-entries.ts";
import { minutesView } from "#tests/support/minutes-view.ts";

const MEET_ID = "0123456789abcdefghjkmnpq";
const origin = "https://acta.example";
const settings = (over: Partial<CrmSettings> = {}): CrmSettings => ({
  meeting: false,
  tasks: true,
  properties: [],
  wasToldOfRelated: false,
  ...over,
});
const plan = (over: Partial<CrmSettings> = {}, summary = "Twelve posts <go>.") =>
  planEntries(minutesView(MEET_ID, summary), { settings: settings(over), origin });

test("a meeting becomes a note and a task for each task, each with its mark", async () => {
  const { entries, word } = await plan();
  expect(word).toBe(MEET_ID);
  expect(entries.map(({ part, mark }) => [part, mark])).toEqual([
    ["note", `acta ${MEET_ID}`],
    ["task/t1", `acta ${MEET_ID} t1`],
    ["task/t2", `acta ${MEET_ID} t2`],
  ]);
  for (const { entry, mark } of entries) expect(entry.html).toContain(`(${mark})`);
});

test("all words are escaped, and the transcript is never part of a note", async () => {
  const { entries } = await plan({}, `<img src=x onerror="alert(1)">`);
  const html = entries[0]?.entry.html ?? "";
  expect(html).not.toContain("<img");
  expect(html).toContain("&#60;img");
});

test("the meeting is an entry only where that was chosen, and tasks are none where they were not", async () => {
  const { entries } = await plan({ meeting: true, tasks: false });
  expect(entries.map(({ entry }) => entry.what)).toEqual(["note", "meeting"]);
});

test.each(["America/Los_Angeles", "Europe/Madrid", "Pacific/Auckland", "Pacific/Kiritimati"])(
  "a task is due on the day that was said, in %s",
  async (timeZone) => {
    const said = minutesView(MEET_ID, "Twelve posts go.");
    // 21:30 in Los Angeles, where it is still the day before.
    const head = { ...said.head, timeZone, startsAt: Date.UTC(2026, 10, 20, 5, 30) };
    const { entries } = await planEntries({ ...said, head }, { settings: settings(), origin });
    const due = entries.flatMap(({ entry }) => (entry.what === "task" ? [entry] : []));
    const dayThere = (at: number) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(at);
    expect(due.map(({ dueDay }) => dueDay)).toEqual(["2026-12-01", null]);
    // A CRM that needs a time gets one a week after the meeting.
    const aWeekAfter = dayThere(head.startsAt + 7 * 24 * 60 * 60 * 1000);
    expect(due.map(({ dueAt }) => dayThere(dueAt))).toEqual(["2026-12-01", aWeekAfter]);
  },
);

test.each([
  { mappings: [{ field: " SUMMARY ", property: "last" }], values: { last: "Twelve posts <go>." } },
  { mappings: [{ field: "Nothing of the kind", property: "last" }], values: {} },
  // The title was another one, or in another language, when the field was chosen.
  { mappings: [{ field: "Resumen", key: "summary", property: "last" }], values: { last: "Twelve posts <go>." } },
  { mappings: [{ field: "Summary", key: "of-no-field", property: "last" }], values: { last: "Twelve posts <go>." } },
  {
    mappings: [
      { field: "Summary", property: "last" },
      { field: "Tasks", property: "last" },
    ],
    values: { last: "Twelve posts <go>." },
  },
])("fields are mapped by their keys, or else by their titles: $mappings", async ({ mappings, values }) => {
  expect((await plan({ properties: mappings })).properties).toEqual(values);
});

test("a field about which nothing was said leaves its property as it is", async () => {
  const said = minutesView(MEET_ID, "Twelve posts go.");
  const summary = said.summary && {
    ...said.summary,
    fields: said.summary.fields.map((field) => ({ ...field, content: { type: "summary" as const, items: [] } })),
  };
  const asked = settings({ properties: [{ field: "Summary", property: "last" }] });
  expect((await planEntries({ ...said, summary }, { settings: asked, origin })).properties).toEqual({});
});

test("a note that would be too long ends with a whole section, its link and its mark", async () => {
  const { entries } = await plan({}, "word ".repeat(CRM_NOTE_CHARS_MAX / 4));
  const html = entries[0]?.entry.html ?? "";
  expect(html.length).toBeLessThan(65_536);
  expect(html).toContain(`${origin}/${MEET_ID}`);
});

const NOW = Date.UTC(2026, 10, 26, 12);
const summarized = { status: "SUMMARIZED", summaryAt: NOW } as const;
const automatic = { sends: "after-summary", updates: true, since: 0, wasSent: false, now: NOW } as const;

test.each([
  { name: "written minutes", kind: "status-changed", over: {}, event: "minutes.written" },
  { name: "written minutes, sent by hand", kind: "status-changed", over: { sends: "by-hand" }, event: undefined },
  { name: "minutes of before", kind: "summary-written", over: { since: NOW + 1 }, event: undefined },
  { name: "corrections of what was not sent", kind: "edits-changed", over: {}, event: undefined },
  { name: "corrections", kind: "edits-changed", over: { wasSent: true }, event: "minutes.changed" },
  { name: "a ticked task", kind: "tasks-changed", over: { wasSent: true, sends: "by-hand" }, event: "minutes.changed" },
  {
    name: "corrections that are not wanted",
    kind: "edits-changed",
    over: { wasSent: true, updates: false },
    event: undefined,
  },
  {
    name: "minutes written again",
    kind: "summary-written",
    over: { wasSent: true, sends: "by-hand" },
    event: "minutes.changed",
  },
] as const)("$name: $event", ({ kind, over, event }) => {
  expect(minutesOccurrence({ id: 3, kind, at: NOW }, summarized, { ...automatic, ...over })?.event).toBe(event);
});

test("minutes of a meeting that was split from another go nowhere by themselves, and are kept up to date once sent", () => {
  const second = { ...summarized, isSecondPart: true as const };
  const after = (wasSent: boolean) =>
    minutesOccurrence({ id: 3, kind: "summary-written", at: NOW }, second, { ...automatic, wasSent })?.event;
  expect([after(false), after(true)]).toEqual([undefined, "minutes.changed"]);
});

test("a long value of a property ends at a whole character", async () => {
  const { properties } = await plan(
    { properties: [{ field: "Summary", property: "last" }] },
    `${"a".repeat(CRM_PROPERTY_CHARS_MAX - 1)}😀`,
  );
  expect(properties).toEqual({ last: "a".repeat(CRM_PROPERTY_CHARS_MAX - 1) });
});
