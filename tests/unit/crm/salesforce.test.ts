import { afterEach, expect, test, vi } from "vitest";
import { salesforceCrm } from "#app/server/adapters/crm/salesforce/salesforce-crm.ts";
import { salesforceOAuth } from "#app/server/adapters/crm/salesforce/salesforce-oauth.ts";
import { soqlText } from "#app/server/adapters/crm/salesforce/soql.ts";
import { connectionProblems, connectionsConfigOf, consentOrigins } from "#workers/connections-config.ts";
import { withChecksum } from "../../../workers/stand-ins/crm/salesforce-records.mjs";
import { parseSoql, rowsOf } from "../../../workers/stand-ins/crm/soql.mjs";

/** Salesforce: its query language, hosts, and the answers of its token endpoint. Deliveries are in tests/worker/salesforce.test.ts. */

afterEach(() => vi.restoreAllMocks());

const CLIENT = {
  clientId: "id",
  clientSecret: "secret",
  redirectUri: "https://acta.example/callback",
  loginOrigin: null,
  localOrigin: null,
};

function answering(...answers: [body: unknown, status: number][]) {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    asked.push(input instanceof Request ? input.url : String(input));
    const [body, status] = answers.shift() ?? [null, 599];
    return Response.json(body, { status });
  });
  return asked;
}

test.each(["o'neill@clara.example", String.raw`back\slash'`, String.raw`') OR Name LIKE '%\'`, "two\nlines"])(
  "a value stays one value in a question: %j",
  (value) => {
    const query = parseSoql(`SELECT Id FROM Contact WHERE Email IN (${soqlText(value)}) LIMIT 1`);
    expect(query).toMatchObject({ type: "Contact", conditions: [{ field: "Email", operator: "IN", values: [value] }] });
  },
);

test("the stand-in reads questions as Salesforce does, and refuses others", () => {
  expect(parseSoql("SELECT Id FROM Contact WHERE Email IN ('a)")).toBeNull();
  expect(parseSoql("SELECT Id FROM Contact WHERE Email LIKE")).toBeNull();
  const query = parseSoql("SELECT Id FROM Task WHERE Name LIKE '%b%' AND Rank != null ORDER BY Rank DESC LIMIT 1");
  const rows = [
    { Name: "ab", Rank: 1 },
    { Name: "BC", Rank: 2 },
    { Name: "b", Rank: null },
  ];
  expect(query && rowsOf(query, rows, (row, field) => row[field])).toEqual([{ Name: "BC", Rank: 2 }]);
  expect(withChecksum("001000000000aBC")).toBe("001000000000aBCAAY");
});

test("a token goes to hosts of Salesforce only", () => {
  const account = (accountId: string) =>
    salesforceCrm({ localOrigin: null }).account({
      accountId,
      access: async () => "at",
      signal: new AbortController().signal,
    });
  for (const host of ["clara.my.salesforce.com", "clara--test.sandbox.my.salesforce.com", "na40.salesforce.com"])
    expect(account(host).noteUrl("069", "003")).toBe(`https://${host}/069`);
  for (const host of [
    "salesforce.com.evil.example",
    "evil.example",
    "evilsalesforce.com",
    "clara.my.salesforce.com:8443",
  ])
    expect(() => account(host)).toThrow("salesforce failed");
});

test("sandboxes and companies have a host of their own to sign in at, below salesforce.com", () => {
  const values = { SALESFORCE_CLIENT_ID: "id", SALESFORCE_CLIENT_SECRET: "secret" };
  const test = "https://test.salesforce.com";
  expect(connectionProblems({ ...values, SALESFORCE_LOGIN_ORIGIN: test })).toEqual([]);
  expect(connectionProblems({ ...values, SALESFORCE_LOGIN_ORIGIN: "https://evil.example" })).toHaveLength(1);
  expect(connectionProblems({ SALESFORCE_CLIENT_ID: "id" })).toEqual(["SALESFORCE_CLIENT_SECRET is missing"]);
  const config = connectionsConfigOf({ ...values, SALESFORCE_LOGIN_ORIGIN: test });
  expect(config.crms.salesforce?.loginOrigin).toBe(test);
  expect(consentOrigins(config)).toContain("https://*.salesforce.com");
  const asked = new URL(
    salesforceOAuth({ ...CLIENT, loginOrigin: test }).consentUrl({ state: "s", codeChallenge: "c" }),
  );
  expect(asked.origin).toBe(test);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    scope: "api refresh_token",
    code_challenge: "c",
    code_challenge_method: "S256",
  });
});

test("a refresh keeps its token unless a new one comes, and a refusal that passes is no end of the consent", async () => {
  const tokens = { access_token: "new", instance_url: "https://clara.my.salesforce.com" };
  const busy = { error: "invalid_grant", error_description: "token request is already being processed" };
  answering(
    [tokens, 200],
    [{ ...tokens, refresh_token: "next" }, 200],
    [busy, 400],
    [{ error: "unknown_error", error_description: "retry your request" }, 400],
    [{ error: "invalid_grant", error_description: "expired access/refresh token" }, 400],
  );
  const oauth = salesforceOAuth(CLIENT);
  const refresh = (token: string, now: number) => oauth.refresh(token, now);
  expect(await refresh("old", 0)).toEqual({ ok: true, value: { access: "new", refresh: "old", expiresAt: null } });
  expect(await refresh("old", 0)).toMatchObject({ value: { refresh: "next" } });
  await expect(refresh("old", 0)).rejects.toMatchObject({ retryable: true });
  await expect(refresh("old", 0)).rejects.toMatchObject({ retryable: true });
  expect(await refresh("old", 0)).toEqual({ ok: false, reason: "invalid-grant" });
});
