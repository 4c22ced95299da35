import { awake, expect, expectAccessible, test } from "#tests/e2e/acta-test.ts";

/** Somebody who signs in with Microsoft, which does not vouch for the address, confirms it for mails. The local outbox shows the mail. */
test("an address is confirmed by the link of a mail, by keyboard", async ({ page, signInAs }) => {
  await signInAs("claire", "microsoft");
  await page.goto("/settings");
  await awake(page);
  const section = page.getByRole("region", { name: "Notifications" });
  await expect(section.getByText("because Microsoft has not confirmed your address")).toBeVisible();
  const address = section.getByLabel("Address for e-mails");
  await expect(address).toHaveValue("claire.morel@clinica-girona.example");
  await address.fill("claire@practice.example");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Link sent. Open it in your e-mail.", { exact: true })).toBeVisible();
  await expect(section.getByText("A link was sent to claire@practice.example.")).toBeVisible();
  await expect(section.getByRole("button", { name: "Send the link again" })).toBeVisible();
  await expectAccessible(page);
  await section.getByRole("button", { name: "Send the link again" }).click();
  await expect(
    page.getByText("No more links can be sent to this address for now. Try again later.", { exact: true }),
  ).toBeVisible();

  await page.goto("/_local/outbox");
  await page.getByRole("link", { name: "Confirm your address for Acta" }).first().click();
  await page.getByRole("link", { name: "HTML of this mail" }).click();
  await page.getByRole("link", { name: "Confirm the address" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Confirm this address for Claire Morel?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm the address" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Address confirmed" })).toBeVisible();
  await expect(page.getByText("what others show to it opens for you")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "To the settings" }).click();
  await expect(section.getByText("E-mails go to claire@practice.example.")).toBeVisible();
  await expectAccessible(page);
  await expect(section.getByText("What others show to this address opens for you, too.")).toBeVisible();
  await section.getByRole("button", { name: "Remove the address" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Address removed.", { exact: true })).toBeVisible();
  await expect(section.getByText("E-mails go to claire@practice.example.")).toBeHidden();
});
