import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  awake,
  expect,
  expectAccessible,
  expectContrast,
  expectNoOverflow,
  fixture,
  test,
} from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/** Names and terms in the settings, and their offers on the page of a meeting. In order: the list of one test is used by the next. */
test.describe.configure({ mode: "serial" });

const LAIA = { person: "laia", provider: "google" } as const;
const TRANSCRIPT = `WEBVTT

00:00.500 --> 00:05.200
<v Speaker 1>Good morning, today we talk about the office in Chirona and the contract.

00:05.500 --> 00:10.000
<v Speaker 2>The cluster moves to Kubernetis, and Chirona gets the old one.

00:10.300 --> 00:14.000
<v Speaker 1>We decided to open Chirona on the third of March with Merytzell.
`;

async function openSettings(page: Page): Promise<void> {
  await page.goto("/settings");
  await awake(page);
}

test("names are pasted, seen, and removed with the keyboard", async ({ page, signInAs }) => {
  await signInAs(LAIA.person, LAIA.provider);
  await openSettings(page);
  const section = page.getByRole("region", { name: "Names and terms" });
  await expect(section.getByText("None yet")).toBeVisible();
  const field = section.getByLabel("Add names and terms");
  await field.fill("Girona, Kubernetes\nMeritxell\n2027");
  await field.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 names and terms added", { exact: true })).toBeVisible();
  await expect(section.getByRole("listitem")).toHaveText(["Girona", "Kubernetes", "Meritxell"]);
  // An entry that was not added stays in the field, with the reason.
  await expect(field).toHaveValue("2027");
  await expect(section.getByRole("alert")).toContainText("2027");
  await expectAccessible(page);
  await section.getByRole("button", { name: "Remove Meritxell" }).focus();
  await page.keyboard.press("Enter");
  await expect(section.getByRole("listitem")).toHaveText(["Girona", "Kubernetes"]);
  await expect(field).toBeFocused();
  await page.reload();
  await awake(page);
  await expect(section.getByRole("listitem")).toHaveText(["Girona", "Kubernetes"]);
});

test("misheard names are replaced everywhere by one press, undone, and left", async ({ page, origin, signInAs }) => {
  const { cookie } = await localSignIn({ appOrigin: origin, ...LAIA });
  const meetId = await uploadOverHttp({
    origin,
    cookie,
    title: "Office",
    bytes: new Uint8Array(await readFile(fixture("talk.mp4"))),
    transcript: new TextEncoder().encode(TRANSCRIPT),
  });
  await signInAs(LAIA.person, LAIA.provider);
  await page.goto(`/${meetId}`);
  await awake(page);
  const offers = page.getByRole("region", { name: "Perhaps misheard" });
  await expect(offers).toContainText("Girona?", { timeout: 60_000 });
  await expect(offers).toContainText("“Chirona”, 3 times");
  await expect(offers).toContainText("1 of 2");
  await expectAccessible(page);
  await expectContrast(page);
  const transcript = page.getByRole("region", { name: "Transcript", exact: true });
  await offers.getByRole("button", { name: "Replace everywhere" }).focus();
  await page.keyboard.press("Enter");
  await expect(offers.getByText("“Chirona” is now Girona")).toBeVisible();
  await expect(transcript.getByText("the office in Girona")).toBeVisible();
  await expect(page.locator("#transcript .panel__body")).not.toContainText("Chirona");
  await expect(offers).toContainText("Kubernetes?");
  await offers.getByRole("button", { name: "Undo" }).click();
  await expect(transcript.getByText("the office in Chirona")).toBeVisible();
  await expect(offers).toContainText("corrected like this before");
  await offers.getByRole("button", { name: "Leave it" }).click();
  await expect(offers).toContainText("Kubernetes?");
  await offers.getByRole("button", { name: "Leave it" }).click();
  await expect(offers).toBeHidden();
  await page.reload();
  await awake(page);
  await expect(transcript.getByText("the office in Chirona")).toBeVisible();
  await expect(offers).toBeHidden();
});

test("a name that a person corrects by hand is added to the list by one press", async ({ page, signInAs }) => {
  await signInAs(LAIA.person, LAIA.provider);
  await page.goto("/history");
  await page.getByRole("link", { name: "Office" }).first().click();
  await awake(page);
  const transcript = page.getByRole("region", { name: "Transcript", exact: true });
  await transcript.getByText("the third of March").hover();
  await transcript.getByText("the third of March").focus();
  await page.keyboard.press("e");
  const field = page.getByLabel("What was said at 00:10");
  await field.fill("We decided to open Chirona on the third of March with Meritxell.");
  await field.press("Enter");
  await page.getByRole("button", { name: "Add Meritxell to names and terms" }).click();
  await expect(page.getByText("Meritxell is in your names and terms", { exact: true })).toBeVisible();
  await openSettings(page);
  const section = page.getByRole("region", { name: "Names and terms" });
  await expect(section.getByRole("listitem").filter({ hasText: "Meritxell" })).toBeVisible();
});

test("nothing overflows on a telephone", async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(LAIA.person, LAIA.provider);
  await openSettings(page);
  const section = page.getByRole("region", { name: "Names and terms" });
  await section.getByLabel("Add names and terms").fill("Konferenzraumreservierungssystemverwaltungsordnung");
  await section.getByRole("button", { name: "Add", exact: true }).click();
  await expect(section.getByRole("listitem").filter({ hasText: "Konferenz" })).toBeVisible();
  await expectNoOverflow(page);
});
