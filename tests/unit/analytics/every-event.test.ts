import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ANALYTICS_EVENTS, type AnalyticsEvent } from "#app/contracts/analytics-event.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

const sources = readdirSync(path.join(ROOT, "app"), { recursive: true, encoding: "utf8" })
  .filter((name) => /^(?:features|server)\/.*\.tsx?$/u.test(name.replaceAll(path.sep, "/")))
  .map((name) => ({ name, text: readFileSync(path.join(ROOT, "app", name), "utf8") }));

const filesOf = (event: AnalyticsEvent) =>
  sources.filter(({ text }) => text.includes(`"${event}"`)).map(({ name }) => name);

test("the specification has 21 events", () => {
  expect(new Set(ANALYTICS_EVENTS).size).toBe(21);
});

test.each(ANALYTICS_EVENTS)("an action of a screen sends '%s'", (event) => {
  expect(filesOf(event).length).toBeGreaterThan(0);
});

/** Each way to an action: the mark in the source of the component that offers it, and the event that it sends. */
test.each<[RegExp, AnalyticsEvent]>([
  [/<form[^>]* action="\/api\/auth\/signout"/su, "close session"],
  [/SIGN_OUT_PATH/u, "close session"],
  [/(?:to=|href=|href: )"\/tasks"/u, "tasks lookup"],
])("each component with %s sends '%s'", (mark, event) => {
  const offering = sources.filter(({ text }) => mark.test(text));
  expect(offering.length).toBeGreaterThan(0);
  expect(offering.filter(({ text }) => !text.includes(`"${event}"`)).map(({ name }) => name)).toEqual([]);
});

test("only pages send events: the server counts none by itself", () => {
  const byServer = sources.filter(({ name, text }) => name.startsWith("server") && text.includes("analytics.track("));
  expect(byServer).toEqual([]);
});
