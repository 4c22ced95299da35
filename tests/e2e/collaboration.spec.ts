import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { awake, expect, fixture, test } from "#tests/e2e/acta-test.ts";
import { looksSound } from "#tests/e2e/looks-sound.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

/** Slack and Notion in the settings, with the stand-ins of `npm start` (workers/stand-ins/collaboration). No other test connects them. */

const TRANSCRIPT = `WEBVTT

00:00:00.000 --> 00:00:03.000
<v Nora Puig>The desk opens at eight on Monday.
`;

test("Slack and Notion are connected, a channel and a database are chosen by keyboard, and Slack is disconnected", async ({
  page,
  origin,
  signInAs,
}) => {
  await signInAs("oriol");
  const { cookie } = await localSignIn({ appOrigin: origin, person: "oriol", provider: "google" });
  const video = new Uint8Array(await readFile(fixture("talk.mp4")));
  const meetId = await uploadWithTranscript({ origin, cookie, title: "Desk", video, transcript: TRANSCRIPT });
  await page.goto("/settings/integrations#apps");
  await awake(page);
  const section = page.getByRole("region", { name: "Where minutes go" });
  await section.getByRole("button", { name: "Connect Slack" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("You did not allow it. Nothing was connected.", { exact: true })).toBeVisible();
  await section.getByRole("button", { name: "Connect Slack" }).click();
  await expect(page.getByText("This is a local stand-in for Slack on this machine.")).toBeVisible();
  await page.getByRole("button", { name: "Allow" }).click();
  const slack = section.getByRole("listitem").filter({ hasText: "Slack" });
  await expect(slack).toContainText("Choose a channel: nothing is sent before.");
  await awake(page);

  await slack.getByRole("button", { name: "Change Slack" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Minutes in Slack" });
  const save = dialog.getByRole("button", { name: "Save" });
  await save.press("Enter");
  await expect(dialog.getByText("Choose a channel.", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("option")).toContainText([
    "Choose one",
    "#board (private)",
    /^#coordinacio/,
    "#desk",
    "#general",
  ]);
  await dialog.getByLabel("Channel").selectOption({ label: "#desk" });
  await dialog.getByLabel("After meetings with these templates").press("Space");
  await save.press("Enter");
  await expect(dialog.getByText("Choose at least one template.")).toBeVisible();
  await dialog.getByLabel("Basic system").press("Space");
  await looksSound(page, "slack-dialog");
  await save.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(slack).toContainText("To #desk");

  await section.getByRole("button", { name: "Connect Notion" }).click();
  await page.getByRole("button", { name: "Allow" }).click();
  await awake(page);
  const notion = section.getByRole("listitem").filter({ hasText: "Notion" });
  await notion.getByRole("button", { name: "Change Notion" }).press("Enter");
  const pages = page.getByRole("dialog", { name: "Minutes in Notion" });
  await pages.getByLabel("Database").selectOption({ label: "Minutes 2026" });
  // The only date and the only address are proposed.
  await expect(pages.getByLabel("Date")).toHaveValue(/.+/);
  await pages.getByLabel("Keywords").selectOption({ label: "Topics" });
  await pages.getByLabel("After every meeting").press("Space");
  await looksSound(page, "notion-dialog");
  await pages.getByRole("button", { name: "Save" }).press("Enter");
  await expect(notion).toContainText("Into Minutes 2026");
  await looksSound(page, "connections");

  await sendElsewhere(page, meetId);
  await page.goto("/settings/integrations#apps");
  await awake(page);
  await slack.getByRole("button", { name: "Change Slack" }).press("Enter");
  await dialog.getByRole("button", { name: "Disconnect" }).press("Enter");
  await page
    .getByRole("dialog", { name: "Disconnect Slack?" })
    .getByRole("button", { name: "Disconnect" })
    .press("Enter");
  await expect(section.getByRole("button", { name: "Connect Slack" })).toBeVisible();
});

/** Minutes go to a channel that is chosen for this time; the channel of the settings is proposed. */
async function sendElsewhere(page: Page, meetId: string): Promise<void> {
  await page.goto(`/${meetId}`);
  await awake(page);
  await page.getByRole("button", { name: "Send to Slack" }).press("Enter");
  const sending = page.getByRole("dialog", { name: "Send to Slack" });
  const channel = sending.getByLabel("Channel");
  await expect(channel.locator("option:checked")).toHaveText("#desk");
  await channel.selectOption({ label: "Choose one" });
  await sending.getByRole("button", { name: "Send" }).press("Enter");
  await expect(sending.getByText("Choose a channel.", { exact: true })).toBeVisible();
  await channel.selectOption({ label: "#general" });
  await looksSound(page, "send-to-slack");
  await sending.getByRole("button", { name: "Send" }).press("Enter");
  await expect(page.getByRole("link", { name: "Open in Slack" })).toBeVisible();
}
