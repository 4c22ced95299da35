import { expect, test } from "vitest";
import { type InvitingEvent, invites } from "#app/domain/calendar/entitle-guest.ts";

const LUCIA = "lucia@example.com";
const own: InvitingEvent = {
  isVouched: true,
  isCancelled: false,
  isBusyOnly: false,
  isOrganiser: true,
  response: "accepted",
  people: ["nora@example.com", LUCIA],
};
const accepted: InvitingEvent = { ...own, isOrganiser: false };
const withoutLucia = { people: ["nora@example.com"] };

test.each<[string, InvitingEvent[], boolean]>([
  ["the owner's own event lists the guest", [own], true],
  ["an event that the owner accepted lists the guest", [accepted], true],
  ["the guest was removed", [{ ...own, ...withoutLucia }], false],
  ["the list comes from a feed or an import", [{ ...own, isVouched: false }], false],
  ["the event was cancelled", [{ ...own, isCancelled: true }], false],
  ["only the time is shared", [{ ...own, isBusyOnly: true }], false],
  ["the owner did not answer the invitation", [{ ...accepted, response: "none" }], false],
  ["the owner declined the invitation", [{ ...accepted, response: "declined" }], false],
  [
    "another event in the same room lists the guest, and the owner's own does not",
    [{ ...own, ...withoutLucia }, accepted],
    false,
  ],
  ["no event is known", [], false],
])("a guest is invited, or is not: %s", (_title, events, expected) => {
  expect(invites(events, LUCIA)).toBe(expected);
});

test("an address is compared without case, and an empty one is nobody's", () => {
  expect(invites([own], " Lucia@Example.com ")).toBe(true);
  expect(invites([{ ...own, people: [""] }], "")).toBe(false);
});
