import { expect, test } from "vitest";
import { objectionForm } from "#app/contracts/account-changes.ts";
import { feedPayload } from "#app/contracts/calendar-payloads.ts";
import { newKey } from "#app/contracts/integration-changes.ts";
import { seatsOrder, teamChange } from "#app/contracts/team-changes.ts";

/** Names of teams, keys and feeds stand in lists, mails and pages of other people, as the titles of meetings do. */

const READERS: Record<string, (name: string) => string | null | undefined> = {
  "a team in the settings": (name) => teamChange.safeParse({ name }).data?.name ?? null,
  "a team on the seats page": (name) => seatsOrder.safeParse({ emails: [], interval: "year", name }).data?.name ?? null,
  "an API key": (name) => newKey.safeParse({ name, scope: "read", days: null }).data?.name ?? null,
  "a feed": (name) => feedPayload.safeParse({ url: "https://calendar.test/a.ics", name }).data?.name ?? null,
  "a person who objects": (name) => objectionForm.safeParse({ name, text: "Please delete it." }).data?.name ?? null,
};

test.each(Object.entries(READERS))("the name of %s is one line without invisible characters", (_what, read) => {
  expect(read(" Ateneu\u202E de\r\nBcc: one@acme.test \u200B")).toBe("Ateneu de Bcc: one@acme.test");
});

test.each(Object.entries(READERS))("a name of %s in which nothing can be seen is none", (_what, read) => {
  expect(read("\u200B\u2060 \u3164") || null).toBeNull();
});
