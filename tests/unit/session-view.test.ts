import { expect, test } from "vitest";
import { saysSignedOut } from "#app/contracts/session.ts";

test("an empty object says that nobody is signed in", () => {
  expect(saysSignedOut({})).toBe(true);
});

test.each([
  { user: { name: "Nora Puig", email: null }, onboarded: true },
  { error: { code: "unavailable" } },
  [],
  null,
  "",
  undefined,
])("%j does not", (body) => {
  expect(saysSignedOut(body)).toBe(false);
});
