import { expect, test } from "vitest";
import { mayLink } from "#app/domain/account/link.ts";

const account = { providers: ["google"], email: "nora@puig.example", emailVerified: true };
const identity = { provider: "microsoft", email: "nora@puig.example", emailVerified: true };

test("an address that both providers vouch for links", () => {
  expect(mayLink(account, identity)).toBe(true);
});

test.each([
  ["the new provider does not vouch for it", account, { ...identity, emailVerified: false }],
  ["nobody vouched for the account's", { ...account, emailVerified: false }, identity],
  ["it is another address", account, { ...identity, email: "marc@soler.example" }],
  ["there is no address", { ...account, email: null }, { ...identity, email: null }],
  ["it is another subject of the same provider", account, { ...identity, provider: "google" }],
  ["the account has another subject of that provider", { ...account, providers: ["google", "microsoft"] }, identity],
])("an address does not link where %s", (_why, account, identity) => {
  expect(mayLink(account, identity)).toBe(false);
});
