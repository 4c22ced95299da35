import { afterEach, expect, test, vi } from "vitest";
import { STRICT_LINKS } from "#app/domain/meeting/link.ts";
import { microsoftGraph } from "#app/server/adapters/calendars/microsoft-graph.ts";

/** Events of Graph, read as the person's own: their UID, and whether the person organises them. */

afterEach(() => vi.restoreAllMocks());

const OWN = "nora@acta.example";
const ITEM = {
  id: "1",
  type: "singleInstance",
  isOrganizer: true,
  organizer: { emailAddress: { address: "jordi@acta.example" } },
  start: { dateTime: "2026-11-24T08:00:00.0000000" },
  end: { dateTime: "2026-11-24T09:00:00.0000000" },
};

/** `owner`: of the calendar; it is asked for where the calendar is not the account's main one. */
async function readEvent(item: object, { isMain, owner = "" }: { isMain: boolean; owner?: string }) {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) =>
    new Request(input).url.includes("/calendarView/")
      ? Response.json({ value: [{ ...ITEM, ...item }], "@odata.deltaLink": "https://graph.microsoft.com/v1.0/since" })
      : Response.json({ id: "team", owner: { address: owner } }),
  );
  const client = microsoftGraph({
    clientId: "id",
    clientSecret: "secret",
    localOrigin: null,
    redirectUri: "https://acta.example/back",
    links: STRICT_LINKS,
  });
  const page = await client.readPage("token", {
    providerCalendarId: "team",
    window: { from: 0, to: 1 },
    cursor: { kind: "start" },
    own: OWN,
    isMain,
  });
  const [event] = page.ok ? page.value.events : [];
  if (!event) throw new Error("no event");
  return event;
}

const hex = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("");
const OUTLOOK_ID = "040000008200E00074C5B7101A82E008";
const wrapped = (uid: string) =>
  `${OUTLOOK_ID}${"0".repeat(40)}2B000000${hex("vCal-Uid")}01000000${hex(uid)}00`.toUpperCase();

test.each([
  ["of another program is unwrapped", wrapped("abc123@google.com"), "abc123@google.com"],
  ["with letters beyond ASCII is unwrapped", wrapped("reunió@acta.example"), "reunió@acta.example"],
  ["that Outlook made stays", `${OUTLOOK_ID}${"0".repeat(48)}1122`, `${OUTLOOK_ID}${"0".repeat(48)}1122`],
  ["that stands as it is stays", "abc123@google.com", "abc123@google.com"],
])("a UID %s", async (_case, uid, expected) => {
  expect((await readEvent({ uid }, { isMain: true })).icalUid).toBe(expected);
  expect((await readEvent({ iCalUId: uid }, { isMain: true })).icalUid).toBe(expected);
});

test.each([
  ["the account's main one", { isMain: true }, true],
  ["owned by the account", { isMain: false, owner: "Nora@acta.example" }, true],
  ["a colleague's", { isMain: false, owner: "jordi@acta.example" }, false],
])("the owner of a calendar organises as the person where the calendar is %s", async (_case, calendar, expected) => {
  const item = { uid: `${OUTLOOK_ID}${"0".repeat(48)}1122`, responseStatus: { response: "organizer" } };
  const event = await readEvent(item, calendar);
  expect(event).toMatchObject({
    isOrganiser: expected,
    isVouched: expected,
    response: expected ? "accepted" : "none",
  });
});
