import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newMeetId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { meetings } from "#app/server/db/schema.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** The onboarding and the personal information, as a browser without JavaScript sends them. */

const db = openDatabase(env.DB);

async function newPerson(languages = "en-GB") {
  const browser = openBrowser({ "Accept-Language": languages });
  const { userId, cookie } = await signIn({ onboarded: false });
  browser.cookies.set("acta-session", cookie.split("=")[1] ?? "");
  const kept = async () => {
    const [row] = await db.select().from(users).where(eq(users.id, userId));
    return row;
  };
  return { browser, kept, userId };
}

const GOOD = { employmentType: "freelance", company: "Nora Puig", phone: "+34 600 123 456" };
const save = (over: Record<string, string> = {}) => ({ intent: "save", returnTo: "/history", ...GOOD, ...over });

test("step 1 is saved as E.164 and leads to the calendar, which leads on to where one was going", async () => {
  const { browser, kept } = await newPerson();
  expect(await (await browser.get("/onboarding?returnTo=%2Fhistory")).text()).toContain('name="company"');
  const answer = await browser.post("/onboarding", save());
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/onboarding/calendar?returnTo=%2Fhistory"]);
  expect(await kept()).toMatchObject({ employmentType: "freelance", company: "Nora Puig", phone: "+34600123456" });
  expect(await browser.session()).toMatchObject({ onboarded: true });
  const calendar = await (await browser.get("/onboarding/calendar?returnTo=%2Fhistory")).text();
  expect(calendar).toContain("Connect Google Calendar");
  expect(calendar).toContain('href="/history"');
});

test("a number without a country is read in the country of the browser's language", async () => {
  const { browser, kept } = await newPerson("es-ES");
  await browser.post("/onboarding", save({ phone: "600 123 456" }));
  expect(await kept()).toMatchObject({ phone: "+34600123456" });
});

test.each([
  ["company", "", "Company name required"],
  ["company", " ", "Company name required"],
  ["phone", "", "Valid phone number required"],
  ["phone", "600 12", "Valid phone number required"],
  ["employmentType", "pirate", "Employment type required"],
])("with %s %j the page comes again, says what is wrong, and keeps the rest", async (field, value, message) => {
  const { browser, kept } = await newPerson();
  const answer = await browser.post("/onboarding", save({ company: "Atelier", [field]: value }));
  const page = await answer.text();
  expect(answer.status).toBe(422);
  expect(page).toContain(message);
  expect(page).toContain(field === "company" ? `value="${GOOD.phone}"` : 'value="Atelier"');
  expect(await kept()).toMatchObject({ phone: null, company: null, employmentType: null, onboardedAt: null });
});

test("Home asks a new person for nothing until they have a meeting, and then until they answer or postpone it", async () => {
  const { browser, userId } = await newPerson();
  const offers = async () => (await (await browser.get("/")).text()).includes('href="/onboarding"');
  expect(await offers()).toBe(false);
  const row = { title: "Sample", startsAt: 1, timeZone: "UTC", language: "en", source: "sample", sequence: 1 };
  const made = { workspaceId: userId, createdBy: userId, createdAt: 1, updatedAt: 1 };
  await db.insert(meetings).values({ id: newMeetId(), ...made, ...row, status: "SUMMARIZED" });
  expect(await offers()).toBe(true);
  await browser.post("/onboarding", { intent: "later", returnTo: "/" });
  expect(await offers()).toBe(false);
});

test("it can be postponed, twice too, and the first time counts", async () => {
  const { browser, kept } = await newPerson();
  const answers = [];
  let first: number | null | undefined = null;
  for (const returnTo of ["/history", "//evil.example"]) {
    const answer = await browser.post("/onboarding", { intent: "later", returnTo });
    answers.push([answer.status, answer.headers.get("Location")]);
    first ??= (await kept())?.onboardedAt;
  }
  expect(answers).toEqual([
    [303, "/history"],
    [303, "/"],
  ]);
  expect(await kept()).toMatchObject({ onboardedAt: first, phone: null });
  expect(first).toBeGreaterThan(1);
});

test("the settings show §2's note until it is finished, and the whole profile afterwards", async () => {
  const { browser } = await newPerson();
  const before = await (await browser.get("/settings")).text();
  expect(before).toContain("Complete your profile: phone and company are missing.");
  expect(before).toContain('href="/onboarding?returnTo=%2Fsettings"');
  expect(before).toContain("Profile not complete, 2 of 5");
  expect(before).not.toContain('name="phone"');
  await browser.post("/onboarding", save());
  const after = await (await browser.get("/settings")).text();
  expect(after).toContain("Profile complete");
  expect(after).toContain('value="+34 600 12 34 56"');
  expect(after).not.toContain("Finish the onboarding");
});

test("personal information is changed in the settings, name included", async () => {
  const { browser, kept } = await newPerson();
  const renamed = await browser.post("/settings", { intent: "name", name: " Nora  Puig i Serra " });
  expect([renamed.status, renamed.headers.get("Location")]).toEqual([303, "/settings?saved=personal#personal"]);
  // The onboarding is still to come.
  expect(await kept()).toMatchObject({ name: "Nora Puig i Serra", onboardedAt: null });
  await browser.post("/settings", { ...GOOD, intent: "personal", name: "Nora", employmentType: "company" });
  expect(await kept()).toMatchObject({ name: "Nora", employmentType: "company", phone: "+34600123456" });
  const refused = await browser.post("/settings", { ...GOOD, intent: "personal", name: "" });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("Full name required")]);
  expect(await kept()).toMatchObject({ name: "Nora" });
});

test("somebody who is not signed in is sent to sign-in and changes nothing", async () => {
  for (const path of ["/onboarding", "/settings"]) {
    const answer = await openBrowser().post(path, save());
    expect([answer.status, answer.headers.get("Location")?.split("?")[0]]).toEqual([302, "/api/auth/signin"]);
  }
});
