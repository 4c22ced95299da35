import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { RATE_LIMITS } from "#app/domain/limits/requests.ts";
import { call } from "#tests/support/api.ts";
import { makeUser } from "#tests/support/make-user.ts";

test("the light answer looks at nothing; the other says which parts answer, without an address or a key", async () => {
  const light = await call("/api/health?light");
  expect(await light.json()).toEqual({
    ok: true,
    environment: "local",
    engines: { speech: "openai", language: "extractive", recorder: "acta" },
  });
  const whole = await call("/api/health");
  const text = await whole.text();
  expect(whole.status).toBe(200);
  // No server stands at the test's speech address here: an engine that is down is said, and does not make Acta unwell.
  expect(JSON.parse(text).answers).toEqual({
    database: "yes",
    recordings: "yes",
    meetings: "yes",
    speech: "no",
    language: "yes",
    recorder: "no",
  });
  expect(text).not.toContain("speech.test");
});

test("a person who asks too often meets 429 with Retry-After, and others do not", async () => {
  const from = (address: string) => call("/api/auth/callback/google", { headers: { "CF-Connecting-IP": address } });
  const signIn = (address: string) =>
    call("/api/auth/signin", {
      method: "POST",
      headers: { "CF-Connecting-IP": address, "Content-Type": "application/x-www-form-urlencoded" },
      body: "provider=x",
    });
  expect((await from("203.0.113.9")).status).toBe(200);
  const statuses = new Set<number>();
  let last = await signIn("2001:db8:1:2::1");
  // Twice the limit: a minute may end on the way.
  for (let index = 0; index < 241 && last.status !== 429; index++) {
    await last.text();
    last = await signIn(`2001:db8:1:2::${index.toString(16)}`);
    statuses.add(last.status);
  }
  expect([last.status, last.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect(await last.text()).toContain("Too many sign-ins come from your network.");
  expect((await signIn("2001:db8:1:3::1")).status).toBe(400);
}, 60_000);

test("a retry posted without JavaScript too often meets a page that says so and leads back, with Retry-After", async () => {
  const { cookie } = await makeUser(env.DB);
  const post = () => call("/0123456789abcdefghjkmnpq", { method: "POST", headers: { Cookie: cookie } });
  let last = await post();
  expect(last.status, "no such meeting").toBe(404);
  // Twice the limit: a minute may end on the way.
  for (let index = 0; index < 2 * RATE_LIMITS.retry && last.status !== 429; index++) {
    await last.text();
    last = await post();
  }
  expect([last.status, last.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect(last.headers.get("Content-Type")).toContain("text/html");
  const page = await last.text();
  expect(page).toContain("Acta was asked too often");
  expect(page).toContain("Too many requests. Wait a moment and try again.");
  expect(page).toContain('href="/0123456789abcdefghjkmnpq"');
}, 60_000);
