import { createRequestHandler } from "@remix-run/cloudflare";
import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as build from "#build";
import { openDatabase } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";

const ORIGIN = "http://localhost:8787";
const PATH = `${ORIGIN}/api/acta/user/preferences`;

function post(fields: Record<string, string>, headers: Record<string, string> = {}) {
  return exports.default.fetch(PATH, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: ORIGIN, ...headers },
    redirect: "manual",
  });
}

async function keptOf(userId: string) {
  const [user] = await openDatabase(env.DB).select().from(users).where(eq(users.id, userId));
  return { locale: user?.locale, timeZone: user?.timeZone };
}

test("a chosen language is kept in the browser and with the person, and the next page speaks it", async () => {
  const { userId, cookie } = await signIn();
  const answer = await post({ locale: "ca", returnTo: "/settings#language" }, { Cookie: cookie });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("Location")).toBe("/settings#language");
  const [locale = ""] = (answer.headers.get("Set-Cookie") ?? "").split(";");
  expect(await keptOf(userId)).toEqual({ locale: "ca", timeZone: "UTC" });

  const page = await exports.default.fetch(`${ORIGIN}/settings`, {
    headers: { Cookie: `${cookie}; ${locale}`, "Accept-Language": "fr" },
  });
  expect(await page.text()).toContain('<html lang="ca"');
});

test("a zone is kept with the person, and the language stays", async () => {
  const { userId, cookie } = await signIn();
  const answer = await post({ timeZone: "America/New_York" }, { Cookie: cookie });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("Set-Cookie")).toContain("tz=America%2FNew_York");
  expect(await keptOf(userId)).toEqual({ locale: "en", timeZone: "America/New_York" });
});

test("somebody who is not signed in can choose too", async () => {
  const answer = await post({ theme: "dark", returnTo: "/terms" });
  expect(answer.status).toBe(303);
  const [theme = ""] = (answer.headers.get("Set-Cookie") ?? "").split(";");
  const page = await exports.default.fetch(`${ORIGIN}/terms`, { headers: { Cookie: theme } });
  expect(await page.text()).toContain('data-theme="dark"');
});

test.each([{ locale: "xx" }, { timeZone: "Nowhere/Land" }, { theme: "pink" }])("%o is refused", async (fields) => {
  const { userId, cookie } = await signIn();
  const answer = await post(fields, { Cookie: cookie });
  expect(answer.status).toBe(422);
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  expect(await keptOf(userId)).toEqual({ locale: "en", timeZone: "UTC" });
});

test("the way back never leaves the site", async () => {
  const answer = await post({ locale: "es", returnTo: "//evil.example/" });
  expect(answer.headers.get("Location")).toBe("/");
});

test("another site's page changes nothing", async () => {
  const { userId, cookie } = await signIn();
  const answer = await post({ locale: "es" }, { Cookie: cookie, Origin: "https://evil.example" });
  expect(answer.status).toBe(403);
  expect(await keptOf(userId)).toMatchObject({ locale: "en" });
});

test("preferences are not read here", async () => {
  expect((await exports.default.fetch(PATH)).status).toBe(405);
});

const remix = createRequestHandler(build, "production");

/** Every cookie that the routes set, asked of an app at this origin. */
async function cookiesSetBy(origin: string): Promise<string[]> {
  const services = composeServices(workerEnv, () => undefined);
  const ask = (path: string, form?: Record<string, string>) =>
    remix(
      new Request(`${origin}${path}`, {
        redirect: "manual",
        ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
      }),
      { services: { ...services, config: { ...services.config, origin } }, nonce: "nonce" },
    );
  const answers = await Promise.all([
    ask("/terms"),
    ask("/api/acta/user/preferences", { locale: "ca", timeZone: "Europe/Madrid", theme: "dark" }),
    ask("/api/auth/signin", { provider: "google", terms: "accepted", returnTo: "/" }),
    ask("/api/auth/signout", {}),
  ]);
  return answers.flatMap(({ headers }) => headers.getSetCookie());
}

test.each([
  ["https://acta.example", true],
  ["http://localhost:8787", false],
])("every cookie that is set at %s is Secure: %s", async (origin, secure) => {
  const cookies = await cookiesSetBy(origin);
  const names = cookies.map((cookie) => (cookie.split("=")[0] ?? "").replace("__Host-", ""));
  expect(names.toSorted()).toEqual(["acta-attempt", "acta-session", "locale", "locale", "theme", "tz"]);
  expect(cookies.map((cookie) => [cookie, /; Secure(;|$)/.test(cookie)])).toEqual(
    cookies.map((cookie) => [cookie, secure]),
  );
  for (const cookie of cookies) expect(cookie).toMatch(/; SameSite=Lax/i);
});
