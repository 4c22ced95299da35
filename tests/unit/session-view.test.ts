import { expect, test } from "vitest";
import { saysSignedOut } from "#app/contracts/session.ts";
import { saysSomebodyElse } from "#app/features/sign-in/says-somebody-else.ts";

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

test.each([
  [{ name: "Nora Puig", email: "nora@example.test" }, false],
  [{ name: "Nora P.", email: "nora@example.test" }, false],
  [{ name: "Nora Puig", email: "claire@example.test" }, true],
  [{ name: "Nora Puig", email: null }, true],
])("an answer about %j is about somebody else than the page: %s", (user, isElse) => {
  const person = { name: "Nora Puig", email: "nora@example.test" };
  expect(saysSomebodyElse({ user, onboarded: true }, person)).toBe(isElse);
});

test("people without an address are told apart by their names", () => {
  const person = { name: "Nora Puig", email: null };
  const said = (name: string) => saysSomebodyElse({ user: { name, email: null }, onboarded: true }, person);
  expect([said("Nora Puig"), said("Claire")]).toEqual([false, true]);
  expect(saysSomebodyElse({}, person)).toBe(false);
});
