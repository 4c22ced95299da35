import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newMeetId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { meetings } from "#app/server/db/schema.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { ownedBy } from "#tests/support/owned-by.ts";

const ORIGIN = "http://localhost:8787";

function get(path: string, headers: Record<string, string> = {}) {
  return exports.default.fetch(`${ORIGIN}${path}`, { headers, redirect: "manual" });
}

test("a page is rendered in the browser's language, which is kept", async () => {
  const answer = await get("/terms", { "Accept-Language": "es-MX,en;q=0.5" });
  expect(answer.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(answer.headers.get("Set-Cookie")).toMatch(/^locale=/);
  expect(await answer.text()).toContain('<html lang="es"');
});

test.each([
  ["/", "/api/auth/signin"],
  ["/history?older=1", "/api/auth/signin?returnTo=%2Fhistory%3Folder%3D1"],
  ["/search?q=budget", "/api/auth/signin?returnTo=%2Fsearch%3Fq%3Dbudget"],
  ["/templates", "/api/auth/signin?returnTo=%2Ftemplates"],
  ["/tasks?state=done", "/api/auth/signin?returnTo=%2Ftasks%3Fstate%3Ddone"],
  ["/settings", "/api/auth/signin?returnTo=%2Fsettings"],
  ["/pricing", "/api/auth/signin?returnTo=%2Fpricing"],
])("%s sends somebody who is not signed in to sign-in and back", async (path, to) => {
  const answer = await get(path);
  expect(answer.status).toBe(302);
  expect(answer.headers.get("Location")).toBe(to);
});

test.each([
  ["/", "Home · Acta"],
  ["/history", "History · Acta"],
  ["/search", "Search · Acta"],
  ["/tasks", "Tasks · Acta"],
  ["/templates", "Templates · Acta"],
  ["/settings", "Settings · Acta"],
  ["/pricing", "Plans · Acta"],
])("%s is there for who is signed in, with its title and the menu", async (path, title) => {
  const { cookie } = await signIn({ name: "Nora Puig" });
  const answer = await get(path, { Cookie: cookie });
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html).toContain(`<title>${title}</title>`);
  expect(html).toContain("Nora Puig");
});

test("the current page is marked in the menu", async () => {
  const { cookie } = await signIn();
  const html = await (await get("/history", { Cookie: cookie })).text();
  const current = html.match(/<a [^>]*aria-current="page"[^>]*>/g);
  expect(current).toHaveLength(1);
  expect(current?.[0]).toContain('href="/history"');
});

test.each(["/terms", "/privacy"])("%s can be read before signing in", async (path) => {
  expect((await get(path)).status).toBe(200);
});

test("a name that the provider did not give becomes 'user'", async () => {
  const { cookie } = await signIn({ name: "" });
  const html = await (await get("/", { Cookie: cookie })).text();
  expect(html).toContain('title="user"');
});

test("the menu is as wide, and the page as dark, as was chosen", async () => {
  const { cookie } = await signIn();
  const html = await (await get("/", { Cookie: `${cookie}; menu=narrow; theme=dark` })).text();
  expect(html).toContain("shell--narrow");
  expect(html).toContain('data-theme="dark"');
});

test("the greeting and the date are those of the viewer's zone", async () => {
  const { cookie } = await signIn({ name: "Nora" });
  const hour = new Intl.DateTimeFormat("en", { timeZone: "Asia/Tokyo", hour: "numeric", hourCycle: "h23" });
  const now = Number(hour.format(Date.now()));
  const part = now >= 5 && now < 12 ? "morning" : now >= 12 && now < 19 ? "afternoon" : "evening";
  const html = await (await get("/", { Cookie: `${cookie}; tz=Asia%2FTokyo` })).text();
  expect(html).toContain(`Good ${part}, Nora`);
});

test("times are in the zone of the cookie, then of the last visit, and are not written while neither is known", async () => {
  const { cookie, userId } = await signIn();
  const day = async (more = "") => {
    const html = await (await get("/", { Cookie: `${cookie}${more}` })).text();
    return /<p class="label"><time [^>]*>([^<]*)</.exec(html)?.[1];
  };
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat("en-GB", { timeZone, day: "numeric", month: "long" }).format(Date.now());
  expect(await day()).toBe("");
  await openDatabase(env.DB).update(users).set({ timeZone: "Pacific/Kiritimati" }).where(eq(users.id, userId));
  expect(await day()).toContain(dayIn("Pacific/Kiritimati"));
  expect(await day("; tz=Pacific%2FNiue")).toContain(dayIn("Pacific/Niue"));
});

test("Home says where Acta stands: in the lobby of one call, and in another", async () => {
  const { cookie, userId } = await signIn();
  const common = { ...ownedBy(userId), title: "Seminar", timeZone: "UTC", language: "en", source: "invite" };
  const times = { startsAt: 1, createdAt: 1, updatedAt: 1, sequence: 1 };
  const row = { ...common, ...times, platform: "jitsi" };
  await openDatabase(env.DB)
    .insert(meetings)
    .values([
      { ...row, id: newMeetId(), status: "TORECORD", lobbyState: "waiting" },
      { ...row, id: newMeetId(), status: "RECORDING" },
      { ...row, id: newMeetId(), source: "upload", platform: null, status: "TORECORD" },
    ]);
  const html = await (await get("/", { Cookie: cookie })).text();
  expect(html).toContain("Acta is in the waiting room and has asked to be let in.");
  expect(html).toContain(">In the call<");
  // Only what was uploaded has a file on its way.
  expect(html.match(/>Waiting for the recording</g)).toHaveLength(1);
});

test("an address that nothing answers is a 404 without a trace", async () => {
  const answer = await get("/nothing/here");
  expect(answer.status).toBe(404);
  const html = await answer.text();
  expect(html).toContain("There is nothing here");
  expect(html).not.toMatch(/at \w+ \(|stack/i);
});

test.each([
  { method: "GET", path: "/api/auth/signout", allow: "POST" },
  { method: "PUT", path: "/api/auth/signout", allow: "POST" },
  { method: "DELETE", path: "/api/auth/signin", allow: "GET, HEAD, POST" },
  { method: "POST", path: "/terms", allow: "GET, HEAD" },
  { method: "POST", path: "/", allow: "GET, HEAD" },
  { method: "POST", path: "/history", allow: "GET, HEAD" },
])("$method $path is a page that says the address cannot be opened, and which methods it takes", async (asked) => {
  const { method, path, allow } = asked;
  const answer = await exports.default.fetch(`${ORIGIN}${path}`, {
    method,
    headers: { Origin: ORIGIN, Host: new URL(ORIGIN).host, "Accept-Language": "fr" },
    redirect: "manual",
  });
  expect([answer.status, answer.headers.get("Allow")]).toEqual([405, allow]);
  const html = await answer.text();
  expect(html).toContain("Cette adresse ne peut pas être ouverte");
  expect(html).not.toMatch(/at \w+ \(|stack|routes\/\w+\.tsx|did not provide/i);
});

test("a provider that is none of ours is a page that says so", async () => {
  const answer = await get("/api/auth/callback/nobody");
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("There is nothing here");
});

test("a meeting of somebody else and a meeting that never was are the same 404", async () => {
  const { cookie } = await signIn();
  const { userId: other } = await signIn();
  const theirs = newMeetId();
  await openDatabase(env.DB)
    .insert(meetings)
    .values({
      id: theirs,
      ...ownedBy(other),
      title: "Not for everybody",
      startsAt: 1,
      timeZone: "UTC",
      language: "en",
      source: "upload",
      status: "SUMMARIZED",
      sequence: 1,
      createdAt: 1,
      updatedAt: 1,
    });
  for (const path of [`/${theirs}`, `/${newMeetId()}`, "/no-such-page"]) {
    const answer = await get(path, { Cookie: cookie });
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(html).toContain(
      path === "/no-such-page" ? "There is nothing here" : "This meeting is not available or has been deactivated.",
    );
    expect(html).not.toContain("Not for everybody");
  }
});

test("the settings begin with their sections, of which each is on the page in that order", async () => {
  const { cookie } = await signIn();
  const html = await (await get("/settings", { Cookie: cookie })).text();
  const index = /<nav [^>]*aria-label="Sections"[^>]*>(.*?)<\/nav>/s.exec(html)?.[1] ?? "";
  const ids = [...index.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id ?? "");
  expect(ids.slice(0, 5)).toEqual(["personal", "calendars", "template", "plan", "integrations"]);
  const places = ids.map((id) => html.indexOf(` id="${id}"`));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});
