import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { MAIL_KINDS } from "#app/domain/mail/mail-kinds.ts";
import { readChoices } from "#app/server/account/choices.ts";
import { updatePreferences } from "#app/server/account/update-preferences.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { mailSettingsOf } from "#tests/support/mail-bench.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** Default template, time zone and notifications (§2), as plain forms. */

const db = openDatabase(env.DB);
const PATH = "/api/acta/user/choices";
/** All mails but those before meetings and the weekly digest, which a person asks for. */
const OFF: ReadonlySet<string> = new Set(["join-soon", "weekly-digest", "series-brief"]);
const AT_FIRST = Object.fromEntries(MAIL_KINDS.map((kind) => [kind, !OFF.has(kind)]));

async function person() {
  const { userId, cookie } = await signIn();
  const browser = openBrowser();
  browser.cookies.set("acta-session", cookie.split("=")[1] ?? "");
  const mails = async () => (await mailSettingsOf(userId)).preferences;
  const zone = async () => (await db.select().from(users).where(eq(users.id, userId)))[0]?.timeZone;
  return {
    userId,
    browser,
    zone,
    choices: async () => ({ ...(await readChoices({ db }, userId)), mails: await mails() }),
  };
}

test("nothing is chosen at first: Basic system, the browser's zone, all mails", async () => {
  const { choices } = await person();
  expect(await choices()).toEqual({
    templateId: null,
    zone: null,
    waitMinutes: 20,
    recordsPicture: true,
    mails: AT_FIRST,
  });
});

test("a chosen zone wins over the browsers' until it is given back to them", async () => {
  const { userId, browser, choices, zone } = await person();
  const saved = await browser.post(PATH, { zone: "Asia/Tokyo", returnTo: "/settings?saved=time-zone#time-zone" });
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/settings?saved=time-zone#time-zone"]);
  await updatePreferences({ db }, userId, { locale: undefined, timeZone: "Europe/Paris" });
  expect([(await choices()).zone, await zone()]).toEqual(["Asia/Tokyo", "Asia/Tokyo"]);
  // The pages show times in it, whatever the browser's is.
  browser.cookies.set("tz", "Europe%2FParis");
  expect(await (await browser.get("/settings")).text()).toMatch(/<option value="Asia\/Tokyo" selected="">/);
  await browser.post(PATH, { zone: "browser" });
  expect((await choices()).zone).toBeNull();
  await updatePreferences({ db }, userId, { locale: undefined, timeZone: "Europe/Paris" });
  expect(await zone()).toBe("Europe/Paris");
});

test("mails are switched off and on one by one, twice too, and the rest stays", async () => {
  const { browser, choices } = await person();
  const off = { "minutes-ready": "off", "not-let-in": "off" };
  for (let time = 0; time < 2; time += 1) expect((await browser.post(PATH, off)).status).toBe(204);
  expect((await choices()).mails).toEqual({ ...AT_FIRST, "minutes-ready": false, "not-let-in": false });
  await browser.post(PATH, { "minutes-ready": "on" });
  await browser.post(PATH, { templateId: "" });
  expect((await choices()).mails).toEqual({ ...AT_FIRST, "not-let-in": false });
});

test("one person's choices are not another's", async () => {
  const [one, other] = [await person(), await person()];
  await one.browser.post(PATH, { zone: "Asia/Tokyo", "minutes-ready": "off" });
  expect(await other.choices()).toEqual({
    templateId: null,
    zone: null,
    waitMinutes: 20,
    recordsPicture: true,
    mails: AT_FIRST,
  });
});

test.each([{}, { zone: "Nowhere/Land" }, { "minutes-ready": "maybe" }, { templateId: "no-such-template" }])(
  "%o is refused and changes nothing",
  async (form) => {
    const { browser, choices } = await person();
    expect((await browser.post(PATH, { ...form })).status).toBe(422);
    expect(await choices()).toEqual({
      templateId: null,
      zone: null,
      waitMinutes: 20,
      recordsPicture: true,
      mails: AT_FIRST,
    });
  },
);

test("somebody who is not signed in chooses nothing", async () => {
  expect((await openBrowser().post(PATH, { zone: "Asia/Tokyo" })).status).toBe(401);
});

test("a browser that sends the form without JavaScript reads the refusal as a page in the person's language", async () => {
  const { cookie } = await signIn();
  const origin = "http://localhost:8787";
  const browser = openBrowser({
    Accept: "text/html,application/xhtml+xml",
    "Accept-Language": "fr",
    Referer: `${origin}/settings`,
  });
  browser.cookies.set("acta-session", cookie.split("=")[1] ?? "");
  const refused = await browser.post(PATH, { zone: "Nowhere/Land", returnTo: "/settings" });
  expect(refused.status).toBe(303);
  const page = await browser.get(refused.headers.get("Location") ?? "");
  expect([page.status, page.headers.get("Content-Type")]).toEqual([422, expect.stringContaining("text/html")]);
  const html = await page.text();
  expect(html).toContain("Rien n’a été modifié. Revenez en arrière et réessayez.");
  expect(html).toContain('href="/settings"');
});
