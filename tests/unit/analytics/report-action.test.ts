import { expect, test } from "vitest";
import { asksForPrivacy, createReporter, readSession, sessionAt } from "#app/analytics/report-action.ts";
import type { AnalyticsEvent } from "#app/contracts/analytics-event.ts";

/** A page whose clock the test moves: what is due by then runs in the order of its time. */
function openPage({ isPrivate = false } = {}) {
  let at = 1_000_000;
  let due: { at: number; run: () => void }[] = [];
  const sent: { event: AnalyticsEvent; at: number }[] = [];
  let sessionsAsked = 0;
  const reporter = createReporter({
    now: () => at,
    wait: (run, ms) => void due.push({ at: at + ms, run }),
    send: ({ event }) => void sent.push({ event, at: at - 1_000_000 }),
    mayReport: () => !isPrivate,
    session: () => `session ${++sessionsAsked}`,
  });
  const later = (ms: number) => {
    const until = at + ms;
    for (const each of due.filter((one) => one.at <= until)) {
      at = each.at;
      each.run();
    }
    due = due.filter((one) => one.at > until);
    at = until;
  };
  return { ...reporter, later, sent, sessionsAsked: () => sessionsAsked };
}

test("an action is sent once, 500 ms after its click", () => {
  const page = openPage();
  page.report("history");
  page.later(499);
  expect(page.sent).toEqual([]);
  page.later(1);
  page.later(10_000);
  page.flush();
  expect(page.sent).toEqual([{ event: "history", at: 500 }]);
});

test("clicks that follow each other within 300 ms are one action, later ones are another", () => {
  const page = openPage();
  for (let click = 0; click < 5; click += 1) {
    page.report("copy link");
    page.later(250);
  }
  page.later(50);
  page.report("copy link");
  page.later(500);
  expect(page.sent.map(({ event }) => event)).toEqual(["copy link", "copy link"]);
});

test("two actions in a row are two", () => {
  const page = openPage();
  page.report("edit summary");
  page.later(100);
  page.report("cancel edit");
  page.later(500);
  expect(page.sent).toEqual([
    { event: "edit summary", at: 500 },
    { event: "cancel edit", at: 600 },
  ]);
});

test("a page that is left sends what still waits, and nothing twice", () => {
  const page = openPage();
  page.report("download PDF");
  page.report("share summary");
  page.flush();
  page.flush();
  page.later(1000);
  expect(page.sent.map(({ event }) => event)).toEqual(["download PDF", "share summary"]);
});

test("nothing is sent from a browser that asks for privacy, and no session begins", () => {
  const page = openPage({ isPrivate: true });
  page.report("history");
  page.later(1000);
  page.flush();
  expect(page.sent).toEqual([]);
  expect(page.sessionsAsked()).toBe(0);
});

test.each([
  [{ doNotTrack: "1" }, true],
  [{ doNotTrack: "yes" }, true],
  [{ globalPrivacyControl: true }, true],
  [{ doNotTrack: "0", globalPrivacyControl: false }, false],
  [{ doNotTrack: null }, false],
  [{ doNotTrack: "unspecified" }, false],
  [{}, false],
])("%o asks for privacy: %s", (browser, asks) => {
  expect(asksForPrivacy(browser)).toBe(asks);
});

const MINUTE = 60_000;

test.each([
  ["there is none yet", null, "new"],
  ["its last action was just now", { id: "kept", lastAt: 100 * MINUTE }, "kept"],
  ["its last action was 30 minutes ago", { id: "kept", lastAt: 70 * MINUTE }, "kept"],
  ["its last action was longer ago", { id: "kept", lastAt: 70 * MINUTE - 1 }, "new"],
])("an action belongs, where %s, to the session that is %s", (_when, kept, id) => {
  expect(sessionAt(kept, 100 * MINUTE, () => "new")).toEqual({ id, lastAt: 100 * MINUTE });
});

test.each([
  ["0123456789abcdefghjkmnpq 1700000000000", { id: "0123456789abcdefghjkmnpq", lastAt: 1_700_000_000_000 }],
  [null, null],
  ["", null],
  ["0123456789abcdefghjkmnpq", null],
  ["0123456789abcdefghjkmnpq soon", null],
  ["not an id 1700000000000", null],
])("%j in the browser's store is read as %o", (kept, session) => {
  expect(readSession({ getItem: () => kept, setItem: () => undefined, removeItem: () => undefined })).toEqual(session);
});
