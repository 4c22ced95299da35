import { awake, expect, test } from "#tests/e2e/acta-test.ts";
import { looksSound } from "#tests/e2e/looks-sound.ts";

/** Slack and Notion in the settings, with the stand-ins of `npm start` (workers/local/collaboration). No other test connects them. */

test("Slack and Notion are connected, a channel and a database are chosen by keyboard, and Slack is disconnected", async ({
  page,
  signInAs,
}) => {
  await signInAs("oriol");
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

  await slack.getByRole("button", { name: "Change Slack" }).press("Enter");
  await dialog.getByRole("button", { name: "Disconnect" }).press("Enter");
  await page
    .getByRole("dialog", { name: "Disconnect Slack?" })
    .getByRole("button", { name: "Disconnect" })
    .press("Enter");
  await expect(section.getByRole("button", { name: "Connect Slack" })).toBeVisible();
});
