import type { Page } from "@playwright/test";
import { ca } from "#app/i18n/ca.ts";
import { en } from "#app/i18n/en.ts";
import { es } from "#app/i18n/es.ts";
import { fr } from "#app/i18n/fr.ts";
import { awake, expect, expectAccessible, expectContrast, expectNoOverflow, test } from "#tests/e2e/acta-test.ts";
import { fitsInOtherLanguages } from "#tests/e2e/looks-sound.ts";
import { anotherTeam } from "#tests/e2e/seeds.ts";
import { hold } from "#tests/support/slow-line.ts";

/**
 * §2: Aina orders seats at the local stand-in for Stripe; Biel joins by the link of his mail.
 * Clara is invited too. No other test needs them.
 */
const AINA = "Aina-Margarida Fontcuberta";
const TEAM = "Gabinet Fontcuberta i Associats";
const addressOf = (name: string) => `${name}@clinica-girona.example`;
const FIELD = { key: "reason", title: "Reason", prompt: "The reason for the visit.", type: "customText" };
const BIEL = addressOf("biel.canals");
/** In the four languages, in which the states of the join page are opened. */
const LOADING = new RegExp([ca, en, es, fr].map(({ team }) => team.join.loading).join("|"), "u");

test.describe.configure({ mode: "serial" });
test.use({ expectedErrors: ["404", "403", "409"] });

/** Once for each screen: 390 px wide, with axe in light and its contrast in dark. */
async function looksSound(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectContrast(page);
  await shoot(page, name);
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}

/** As a tab that records for the person of the join page. */
async function holdRecorder(): Promise<void> {
  const { __remixContext: remix } = window as unknown as {
    __remixContext: { state: { loaderData: { "routes/join": { userId: string } } } };
  };
  const { userId } = remix.state.loaderData["routes/join"];
  await new Promise<void>((held) => {
    void navigator.locks.request(`acta-here.${userId}`, () => {
      held();
      return new Promise<void>(() => {});
    });
  });
}

async function shoot(page: Page, name: string): Promise<void> {
  if (!process.env.ACTA_SHOTS) return;
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 844 });
      await page.screenshot({ path: `${process.env.ACTA_SHOTS}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
}

/** The path of the newest invitation to an address, from the outbox of this machine. */
async function linkTo(page: Page, email: string): Promise<string> {
  const outbox = await page.request.get("/_local/outbox");
  const row = (await outbox.text()).split("<tr>").find((each) => each.includes(email)) ?? "";
  const mail = await page.request.get(/href="([^"]+)"/.exec(row)?.[1] ?? "");
  const [path] = /\/join\/[0-9a-f]{64}/.exec(await mail.text()) ?? [];
  if (path === undefined) throw new Error(`no invitation was sent to ${email}`);
  return path;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await awake(page);
}

/** Opens a page of the menu without loading the document again. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
}

const teamOf = (page: Page) => page.getByRole("region", { name: "Team", exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("seats are ordered by keyboard, each problem at its field, and the team begins with the payment", async ({
  page,
  signInAs,
}) => {
  await signInAs("aina");
  await fitsInOtherLanguages(page, ["/seats", "/pricing"]);
  await open(page, "/seats");
  await expect(heading(page, "Invite your team to Acta Team")).toBeVisible();
  await page.getByLabel("Name of the team").fill(TEAM);
  const seat = (number: number) => page.getByLabel(`Seat ${number}`, { exact: true });
  const total = page.getByRole("region", { name: "Total" });
  await expect(total).toContainText("Save 20%");
  await expect(total).toContainText("€192 a year");
  // Three rows are three seats and three prices. The first one is the reader's own.
  await expect(page.getByLabel("Seat 1, yours", { exact: true })).not.toHaveValue("");
  await expect(total).toContainText(/Single payment\s*€576/);
  await page.getByRole("button", { name: "Remove seat 1" }).press("Enter");
  await expect(page.getByText("You manage the team without a seat")).toBeVisible();
  await expect(seat(1)).toBeFocused();
  await page.getByRole("button", { name: "Take a seat" }).press("Enter");
  await expect(page.getByLabel("Seat 3, yours", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Remove seat 1" }).press("Enter");
  await page.getByRole("button", { name: "One seat more" }).press("Enter");
  await expect(page.getByLabel("Seat 2, yours", { exact: true })).not.toHaveValue("");
  await total.getByRole("radio", { name: "Every month" }).press("Space");
  await expect(total.getByText("Save 20%")).toBeHidden();
  await total.getByRole("radio", { name: "Once a year" }).press("Space");
  await shoot(page, "seats");

  await seat(1).fill(BIEL);
  await seat(1).press("Enter");
  await expect(page.getByText("Please enter at least 3 emails")).toBeVisible();
  await expect(seat(3)).toBeFocused();
  await page.keyboard.type(BIEL.toUpperCase());
  await page.getByRole("button", { name: "One seat more" }).press("Enter");
  await seat(4).fill("clara.bosch@");
  await seat(4).press("Enter");
  await expect(page.getByText("You cannot use the same email for multiple seats")).toBeVisible();
  await expect(page.getByText("At least one email has an invalid format")).toBeVisible();
  await expect(seat(3)).toBeFocused();
  await looksSound(page, "seats-errors");
  await seat(3).fill("dolors@practice.example");
  await seat(4).fill(addressOf("clara.bosch"));
  await expect(total).toContainText(/Single payment\s*€768/);
  await page.getByRole("button", { name: "One seat more" }).press("Enter");
  await expect(total).toContainText(/Single payment\s*€960/);
  await expect(total).toContainText("First fill in every seat, or remove it.");
  await page.getByRole("button", { name: "Remove seat 5" }).press("Enter");

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/acta/team/order", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Continue to payment" }).press("Enter");
  await expect(total.getByRole("button", { name: "Processing..." })).toBeVisible();
  await test.step("a browser that comes back to the page shows a button that can be pressed", async () => {
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expect(total.getByRole("button", { name: "Continue to payment" })).toBeVisible();
  });
  release();
  await page.getByRole("button", { name: "Pay €768.00" }).press("Enter");
  await expect(page.getByText("Thank you. You are on Team now.")).toBeVisible();
  const purchase = page.url();
  await fitsInOtherLanguages(page, [purchase, "/settings"]);
  await open(page, purchase);
  await page.getByRole("link", { name: "Invite your team" }).press("Enter");
  await expect(teamOf(page)).toContainText("4 of 4 seats taken");
  await expect(teamOf(page).getByText(/^sent, valid until/)).toHaveCount(3);
});

test("the six states of the join page lead to the team", async ({ page, signInAs }) => {
  const link = await linkTo(page, BIEL);
  await page.route("**/api/acta/invitations/*", async (route) => {
    await expect(page.getByText(LOADING)).toBeVisible();
    await expectNoOverflow(page);
    await route.continue();
  });
  await open(page, link);
  await expect(heading(page, `Join ${TEAM} on Acta`)).toBeFocused();
  await expect(page.getByText(`Sign in as ${BIEL} to accept.`)).toBeVisible();
  await looksSound(page, "join-sign-in");
  await fitsInOtherLanguages(page, [link]);

  await signInAs("clara");
  await open(page, link);
  await expect(heading(page, "Email mismatch")).toBeVisible();
  await expect(page.getByText(`You are signed in as ${addressOf("clara.bosch")}.`)).toBeVisible();
  await looksSound(page, "join-mismatch");
  // While another tab of this browser records for her, the sign-out asks.
  await page.evaluate(holdRecorder);
  await page.getByRole("button", { name: "Sign in with the other one" }).press("Enter");
  await page.getByRole("dialog", { name: "A recording is running" }).getByRole("button", { name: "Sign out" }).click();
  await awake(page);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Google" }).click();
  await page.getByRole("button", { name: /^Biel Canals/ }).click();
  await expect(page.getByRole("button", { name: "Accept invitation" })).toBeVisible();
  await fitsInOtherLanguages(page, [link]);
  await open(page, link);

  // As a member of another team he leaves that one first. It is written beside Acta, so the page has to have read by then.
  await expect(page.getByRole("button", { name: "Accept invitation" })).toBeVisible();
  await anotherTeam();
  await page.getByRole("button", { name: "Accept invitation" }).press("Enter");
  await expect(page.getByRole("alert")).toContainText("Could not accept invitation. You are in another team.");
  await looksSound(page, "join-accept");
  await open(page, "/settings#team");
  await expect(teamOf(page)).toContainText("You are a member of Agenda Clara. Your plan is paid by the team.");
  await expect(teamOf(page)).toContainText("Administrators: Clara Bosch");
  await shoot(page, "settings-member");
  await teamOf(page).getByRole("button", { name: "Leave the team" }).click();
  await page.getByRole("dialog", { name: "Leave Agenda Clara?" }).getByRole("button", { name: "Leave" }).click();
  await expect(teamOf(page)).toContainText("You are in no team.");
  await open(page, link);
  await page.getByRole("button", { name: "Accept invitation" }).press("Enter");
  await expect(heading(page, `Welcome to ${TEAM}`)).toBeFocused();
  await looksSound(page, "join-accepted");
  await fitsInOtherLanguages(page, [link]);

  // A link that was used is of use to nobody else, and says nothing.
  await page.goto("about:blank");
  await signInAs("clara");
  await open(page, link);
  await expect(heading(page, "Invalid or expired invitation")).toBeVisible();
  await looksSound(page, "join-invalid");
  await fitsInOtherLanguages(page, [link]);
});

test("an administrator changes the team before its script is there, sees members and seats, and revokes an invitation", async ({
  page,
  signInAs,
}) => {
  const link = await linkTo(page, addressOf("clara.bosch"));
  await signInAs("aina");
  await fitsInOtherLanguages(page, [link]);
  const script = await hold(page, /\/assets\/team-section-.*\.js$/u);
  await open(page, "/settings#team");
  const team = teamOf(page);
  const part = team.locator("form").filter({ hasText: "Defaults of the team" });
  const language = part.getByLabel("Language of meetings");
  await test.step("text typed before the script stays, and the button that was pressed is pressed", async () => {
    const name = team.getByLabel("Name of the team");
    await name.fill(`${TEAM} SL`);
    await name.press("Enter");
    await language.selectOption("fr");
    script.release();
    await expect(page.getByText("Team saved", { exact: true })).toBeVisible();
    await expect(name).toHaveValue(`${TEAM} SL`);
    await expect(language).toHaveValue("fr");
    await name.fill(TEAM);
    // The first note that it was saved may still be there.
    const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await name.press("Enter");
    expect((await saved).status()).toBe(200);
  });

  await expect(team).toContainText(BIEL);
  await expect(team).toContainText("4 of 4 seats taken");
  await expect(team.getByRole("button", { name: "Invite", exact: true })).toBeDisabled();
  // The defaults of the team are for new meetings of its members.
  await language.selectOption("ca");
  await part.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Defaults saved", { exact: true })).toBeVisible();
  await looksSound(page, "settings-administrator");
  await team.getByRole("button", { name: "Leave the team" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await expect(page.getByText("The last administrator cannot leave or be removed.").first()).toBeVisible();
  await team.getByRole("button", { name: `Revoke the invitation to ${addressOf("clara.bosch")}` }).click();
  await expect(team).toContainText("3 of 4 seats taken");
  // A change of seats is charged at once: its price is told before. 5 seats of €192.
  const number = team.getByRole("group", { name: "Seats" });
  await number.getByRole("button", { name: "One seat more" }).click();
  await expect(number).toContainText("5 seats: €960 a year, plus taxes.");
  await expect(number.getByRole("button", { name: "Change seats" })).toBeVisible();
  await looksSound(page, "settings-seats");
  await number.getByRole("button", { name: "One seat less" }).click();
  // §6: the administrator manages the subscription.
  await expect(team).toContainText("Paid yearly · 4 seats");
  await team.getByRole("button", { name: "Invoices and payment" }).click();
  await expect(page.getByText("This is a local stand-in for Stripe on this machine.")).toBeVisible();
  await signInAs("clara");
  await open(page, link);
  await expect(heading(page, "Invalid or expired invitation")).toBeVisible();
});

test("without JavaScript, forms open, refuse and decline an invitation", async ({
  page,
  origin,
  pageOfAnother,
  signInAs,
}) => {
  await signInAs("aina");
  const invited = { email: addressOf("clara.bosch") };
  await page.request.post("/api/acta/team/invitations", { headers: { Origin: origin }, data: invited });
  const reader = await pageOfAnother({ person: "clara", javaScriptEnabled: false });
  const openLink = async () => {
    await reader.goto(await linkTo(page, addressOf("clara.bosch")));
    await expect(reader.getByText("Loading the invitation")).toBeHidden();
    await reader.getByRole("button", { name: "Open the invitation" }).click();
    await expect(heading(reader, `Join ${TEAM} on Acta`)).toBeVisible();
  };
  await openLink();
  // She has a team of her own, from the test before.
  await reader.getByRole("button", { name: "Accept invitation" }).click();
  await expect(reader.getByRole("alert")).toContainText("Could not accept invitation. You are in another team.");
  await reader.getByRole("button", { name: "Decline" }).click();
  await expect(heading(reader, "Invitation declined")).toBeVisible();
});

test("members use what an administrator shares: a template until it is taken back, a meeting until they are removed", async ({
  page,
  origin,
  pageOfAnother,
  signInAs,
}) => {
  await signInAs("aina");
  const body = { saveId: "a".repeat(24), name: "Visita", description: null, fields: [FIELD] };
  const made = await page.request.post("/api/acta/templates", { headers: { Origin: origin }, data: body });
  expect(made.status()).toBe(200);
  await page.request.post("/api/acta/sample", { headers: { Origin: origin } });
  await open(page, "/templates");
  const reader = await pageOfAnother({ person: "biel" });
  await test.step("a template of the team", () => shareTemplate(page, reader));
  await test.step("a meeting of the team", () => shareMeeting(page, reader));

  await page.getByRole("complementary", { name: "Menu" }).getByRole("link", { name: AINA }).click();
  await teamOf(page).getByLabel("Actions for Biel Canals").click();
  await teamOf(page).getByRole("button", { name: "Remove Biel Canals" }).click();
  await page.getByRole("dialog", { name: "Remove Biel Canals?" }).getByRole("button", { name: "Remove" }).click();
  await expect(teamOf(page)).not.toContainText(BIEL);
  await reader.reload();
  await expect(heading(reader, "This meeting is not available or has been deactivated.")).toBeVisible();
  await awake(reader);
  await choose(reader, "History");
  await expect(reader.getByRole("link", { name: "Shared with me" })).toBeHidden();
});

/** The administrator's page shows the templates; the reader's page is not open yet. */
async function shareTemplate(page: Page, reader: Page): Promise<void> {
  const card = (of: Page) => of.getByRole("listitem").filter({ has: of.getByRole("heading", { name: "Visita" }) });
  await card(page).getByLabel("More for Visita").click();
  await card(page).getByRole("button", { name: "Share with the team" }).click();
  await expect(page.getByRole("region", { name: `Templates of ${TEAM}` })).toContainText("Visita");
  await looksSound(page, "templates-administrator");

  await open(reader, "/templates");
  await expect(reader.getByRole("region", { name: `Templates of ${TEAM}` })).toContainText("Visita");
  await expect(card(reader).getByRole("button", { name: "Duplicate Visita" })).toBeVisible();
  await expect(card(reader).getByRole("link", { name: "Edit Visita" })).toBeHidden();
  await looksSound(reader, "templates-member");
  await card(reader).getByRole("link", { name: "View Visita" }).click();
  await expect(reader.getByText(`A template of ${TEAM}.`)).toBeVisible();
  await looksSound(reader, "template-of-team");
  await card(page).getByLabel("More for Visita").click();
  await card(page).getByRole("button", { name: "Take back from the team" }).click();
  await expect(page.getByRole("region", { name: "Your templates" })).toContainText("Visita");
  await choose(reader, "Templates");
  await expect(reader.getByText("Visita")).toBeHidden();
}

async function shareMeeting(page: Page, reader: Page): Promise<void> {
  await choose(page, "History");
  await page.getByRole("link", { name: /^Sample meeting/ }).click();
  await page.getByRole("button", { name: "Share" }).click();
  const visibility = page.getByRole("region", { name: "Who can open this meeting" });
  await visibility.getByRole("radio", { name: `The team ${TEAM}` }).check();
  await visibility.getByRole("button", { name: "Save" }).click();
  await expect(visibility.getByText("Saved", { exact: true })).toBeVisible();
  await looksSound(page, "share-team");
  await page.keyboard.press("Escape");

  await choose(reader, "History");
  await reader.getByRole("link", { name: "Shared with me" }).click();
  await expect(reader.getByText(`Shared by ${AINA}`)).toBeVisible();
  await expect(reader.getByText("Clear the filters")).toBeHidden();
  await looksSound(reader, "shared-with-me");
  // A filter narrows what others share, and is cleared there.
  await reader.getByLabel("Language", { exact: true }).selectOption("ca");
  await expect(reader.getByText("No matches found.")).toBeVisible();
  await reader.getByRole("main").getByRole("link", { name: "Clear the filters" }).first().click();
  await expect(reader.getByText(`Shared by ${AINA}`)).toBeVisible();
  await reader.getByRole("link", { name: /^Sample meeting/ }).click();
  await expect(reader.getByText(`${AINA} shows you this meeting.`)).toBeVisible();
  await expect(reader.getByText("Order 60 brake cables and 20 inner tubes")).toBeVisible();
  await expect(reader.getByRole("button", { name: "Share" })).toBeHidden();
  await looksSound(reader, "meeting-of-the-team");
}
