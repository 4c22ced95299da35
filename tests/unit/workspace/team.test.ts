import { expect, test } from "vitest";
import { checkSeats, joinStateOf, mayLoseRole } from "#app/domain/workspace/team.ts";

const [A, B, C, D] = ["a@acta.example", "b@acta.example", "c@acta.example", "d@acta.example"];

test.each([
  ["three different addresses are enough", [A, B, C], null],
  ["two addresses are too few", [A, B], "too-few-emails"],
  ["empty seats do not count towards the three", [A, B, ""], "too-few-emails"],
  ["the same address twice is refused, whatever its case", [A, B, C, " A@acta.example"], "same-email"],
  ["an address without a domain is refused", [A, B, C, "d@acta"], "email-format"],
  ["every seat is filled before the payment", [A, B, C, ""], "empty-seat"],
  ["a fourth address is a fourth seat", [A, B, C, D], null],
] as const)("%s", (_name, typed, refusal) => {
  expect(checkSeats(typed).refusal).toBe(refusal);
});

test("each wrong seat is named, and an empty one is not wrong yet", () => {
  expect(checkSeats([A, "x", A, ""]).seats).toEqual([null, "email-format", "same-email", null]);
});

test("the last administrator stays, any other and every member may go", () => {
  expect([mayLoseRole("owner", 1), mayLoseRole("owner", 2), mayLoseRole("member", 1)]).toEqual([false, true, true]);
});

const sent = { expiresAt: 10, acceptedBy: null, endedAt: null, email: "Nora@acta.example" };
const nora = { userId: "nora", emails: ["nora@acta.example"] };

test.each([
  ["a token that nobody was sent", null, nora, "invalid"],
  ["an invitation that was revoked", { ...sent, endedAt: 1 }, nora, "invalid"],
  ["an invitation that is too old", { ...sent, expiresAt: 5 }, nora, "invalid"],
  ["an invitation that was not sent yet", { ...sent, expiresAt: null }, nora, "invalid"],
  ["an invitation that somebody else has used", { ...sent, acceptedBy: "otto" }, nora, "invalid"],
  ["an invitation that was used, before sign-in", { ...sent, acceptedBy: "nora" }, null, "invalid"],
  ["an invitation that the reader has used", { ...sent, acceptedBy: "nora" }, nora, "accepted"],
  ["an invitation of somebody who is not signed in", sent, null, "sign-in"],
  ["an invitation for another address", sent, { userId: "otto", emails: ["otto@acta.example"] }, "mismatch"],
  ["an invitation of a person without a confirmed address", sent, { userId: "otto", emails: [] }, "mismatch"],
  ["an invitation for the reader", sent, nora, "accept"],
] as const)("%s is shown as it is", (_name, invitation, reader, state) => {
  expect(joinStateOf(invitation, reader, 5)).toBe(state);
});
