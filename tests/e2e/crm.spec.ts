import { readFile } from "node:fs/promises";
import * as z from "zod";
import { awake, expect, fixture, test } from "#tests/e2e/acta-test.ts";
import { looksSound } from "#tests/e2e/looks-sound.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

/** From the connection of HubSpot to what was sent, with the stand-in of `npm start` (workers/stand-ins/crm). No other test needs Mila. */
const PERSON = { person: "mila", provider: "google" } as const;
const TITLE = "Desk and telephone: what we change before Christmas";
const TRANSCRIPT = `WEBVTT

00:00:00.000 --> 00:00:03.000
<v Nora Puig>The desk opens at eight on Monday.

00:00:03.500 --> 00:00:06.000
<v Jonas Vidal>I will prepare the telephone list by Friday.
`;

const held = z.object({ takenTo: z.array(z.record(z.string(), z.string())) });

test("HubSpot is connected, a meeting is previewed and sent, and a refusal is sent again", async ({ page, origin }) => {
  const control = `${process.env.ACTA_IDENTITY_ORIGIN}/crm-control/hubspot`;
  const ofMeeting = async () => {
    const { takenTo } = held.parse(await (await fetch(control)).json());
    return takenTo.filter(({ hs_note_body }) => hs_note_body?.includes(meetId));
  };
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, ...PERSON });
  await page.context().addCookies([{ name, value, url: origin }]);
  const video = new Uint8Array(await readFile(fixture("talk.mp4")));
  const meetId = await uploadWithTranscript({ origin, cookie, title: TITLE, video, transcript: TRANSCRIPT });

  await page.goto("/settings/integrations#apps");
  await awake(page);
  const section = page.getByRole("region", { name: "Where minutes go" });
  await section.getByRole("button", { name: "Connect HubSpot" }).click();
  await expect(page.getByText("local stand-in for HubSpot")).toBeVisible();
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.locator(".toast")).toHaveText("The account is connected.");
  await expect(page).toHaveURL(/\/settings\/integrations$/);
  const row = section.getByRole("listitem").filter({ hasText: "HubSpot" });
  await expect(row).toContainText("Connected");
  await awake(page);
  await row.getByRole("button", { name: "Change HubSpot" }).click();
  const settings = page.getByRole("dialog", { name: /^HubSpot:/ });
  await settings.getByRole("button", { name: "Add a field" }).press("Enter");
  await settings.getByLabel("Field of the minutes").selectOption({ label: "Summary" });
  await settings.getByLabel("Field of the contact").selectOption({ label: "Last meeting summary" });
  await looksSound(page, "settings-dialog");
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(settings).toBeHidden();

  await page.goto(`/${meetId}`);
  await awake(page);
  await page.getByRole("button", { name: "Send to HubSpot" }).click();
  const dialog = page.getByRole("dialog", { name: "Send to HubSpot" });
  await expect(dialog.getByText(/^Nobody of this meeting is a contact there/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send" })).toBeDisabled();
  const address = dialog.getByLabel("Address of a contact");
  await address.fill("sara.lind@harbour.example");
  await address.press("Enter");
  await expect(dialog.getByRole("link", { name: "Sara Lind" })).toBeVisible();
  await expect(dialog.getByRole("region", { name: "Note" })).toContainText("telephone list");
  const company = dialog.getByRole("group", { name: "Companies" }).getByRole("checkbox", { name: "Harbour Desk Ltd" });
  await expect(company).toBeChecked();
  const deals = dialog.getByRole("group", { name: "Deals" }).getByRole("checkbox");
  await expect(deals).toHaveCount(2);
  const open = deals.first();
  await expect(open).toHaveAccessibleName("Telephone desk 2027");
  await expect(deals.last()).toHaveAccessibleName("Pilot of the desk (closed)");
  await expect(open).not.toBeChecked();
  await open.press("Space");
  await looksSound(page, "preview-dialog");
  expect(await ofMeeting()).toEqual([]);
  // HubSpot refuses the first request of the delivery.
  await fetch(control, { method: "POST", body: JSON.stringify({ failures: [400] }) });
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText(/HubSpot, .*, Failed/)).toBeVisible();

  await page.goto("/settings/sent?state=parked");
  await awake(page);
  const refused = page.getByRole("listitem").filter({ hasText: TITLE });
  await expect(refused).toContainText("HubSpot did not take it (answer 400)");
  await looksSound(page, "sent");
  await refused.getByRole("button", { name: "Try again" }).press("Enter");
  await expect
    .poll(async () => (await ofMeeting()).map(({ takenTo }) => takenTo))
    .toEqual(["Harbour Desk Ltd, Telephone desk 2027"]);
  await page.getByRole("link", { name: /^All/ }).click();
  const arrived = page.getByRole("listitem").filter({ hasText: TITLE }).filter({ hasText: "HubSpot" });
  await expect(arrived).toContainText("Arrived");
  await expect(arrived).toContainText("1 contact, 1 company, 1 deal");
  // With the mail of the minutes and two links, of which one is taken back.
  for (const method of ["POST", "DELETE", "POST"]) {
    const answer = await fetch(`${origin}/api/acta/meetings/${meetId}/shares`, {
      method,
      headers: { Cookie: cookie, Origin: origin },
    });
    expect(answer.status).toBeLessThan(300);
  }
  await page.goto("/settings/sent");
  await awake(page);
  const tabs = page.getByRole("navigation", { name: "State" }).getByRole("link");
  await expect(tabs).toHaveText(["All 4", "Failed 0", "Taken back 1"]);
  await expect(page.getByRole("listitem").filter({ hasText: "Can be opened" })).toContainText(
    "Minutes, transcript, recording",
  );
  await looksSound(page, "sent-all");
  await tabs.nth(2).press("Enter");
  await expect(page).toHaveURL(/state=taken-back$/);
  await expect(page.getByText(/^It opens nothing since/)).toBeVisible();
  await looksSound(page, "sent-taken-back");
  await page.goto(`/${meetId}`);
  await expect(page.getByRole("link", { name: "Open in HubSpot" })).toBeVisible();
});

const atSalesforce = z.object({ notes: z.array(z.object({ title: z.string(), on: z.array(z.string()) })) });

/** No other test needs Quima. */
test("Salesforce is connected, and a note goes to a contact, their company and one deal", async ({ page, origin }) => {
  const control = `${process.env.ACTA_IDENTITY_ORIGIN}/crm-control/salesforce`;
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, person: "quima", provider: "google" });
  await page.context().addCookies([{ name, value, url: origin }]);
  const video = new Uint8Array(await readFile(fixture("talk.mp4")));
  const meetId = await uploadWithTranscript({ origin, cookie, title: TITLE, video, transcript: TRANSCRIPT });

  await page.goto("/settings/integrations#apps");
  await awake(page);
  const section = page.getByRole("region", { name: "Where minutes go" });
  await section.getByRole("button", { name: "Connect Salesforce" }).click();
  await expect(page.getByText("local stand-in for Salesforce")).toBeVisible();
  await page.getByRole("button", { name: "Allow" }).click();
  await expect(page.locator(".toast")).toHaveText("The account is connected.");
  const row = section.getByRole("listitem").filter({ hasText: "Salesforce" });
  await expect(row).toContainText("Harbour Agency");
  await expect(row).toContainText("Connected");
  await looksSound(page, "salesforce-settings");

  await page.goto(`/${meetId}`);
  await awake(page);
  await expect(page.getByText("Coming soon in PRO")).toBeVisible();
  await page.getByRole("button", { name: "Send to Salesforce" }).click();
  const dialog = page.getByRole("dialog", { name: "Send to Salesforce" });
  const address = dialog.getByLabel("Address of a contact");
  await address.fill("sara.lind@harbour.example");
  await address.press("Enter");
  await expect(dialog.getByRole("link", { name: "Sara Lind" })).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: "Harbour Desk Ltd" })).toBeChecked();
  const deals = dialog.getByRole("group", { name: "Deals" }).getByRole("radio");
  await expect(deals).toHaveCount(3);
  await expect(deals.nth(1)).toHaveAccessibleName("Telephone desk 2027");
  await deals.nth(1).check();
  await looksSound(page, "salesforce-preview");
  await dialog.getByRole("button", { name: "Send" }).click();
  // The contact, the company and the deal.
  await expect
    .poll(async () => {
      const { notes } = atSalesforce.parse(await (await fetch(control)).json());
      return notes.find(({ title }) => title.includes(meetId))?.on.length;
    })
    .toBe(3);
  await expect(page.getByRole("link", { name: "Open in Salesforce" })).toBeVisible();
});
