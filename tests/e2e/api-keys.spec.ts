import type { Page } from "@playwright/test";
import { awake, expect, loaded, test } from "#tests/e2e/acta-test.ts";
import { looksSound } from "#tests/e2e/looks-sound.ts";

/** §2, integrations: API keys in the settings. No other test needs Laia. */

const LONG = "Nightly-export-of-the-minutes-of-the-clinics-in-Figueres-Girona-and-Perpignan-2026";

/** 390 px wide, with axe in light and its contrast in dark. */
async function openSettings(page: Page): Promise<void> {
  await page.goto("/settings/integrations#keys");
  await awake(page);
}

const keysOf = (page: Page) => page.getByRole("region", { name: "API keys" });
const bearer = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } });

test("a key is made by keyboard, shown once, used by a program, and revoked", async ({ page, context, signInAs }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAs("laia");
  await openSettings(page);
  const section = keysOf(page);
  const newKey = section.getByRole("button", { name: "New key" });
  await loaded(newKey);
  await newKey.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New API key" });
  const name = dialog.getByLabel("Name");
  await name.press("Enter");
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await expect(name).toBeFocused();
  await looksSound(page, "new-key-dialog");
  await page.keyboard.type(LONG);
  await page.keyboard.press("Enter");

  const field = section.getByLabel("New key");
  await expect(field).toBeFocused();
  await expect(section.getByText("Copy this key now. It is shown once.")).toBeVisible();
  const key = await field.inputValue();
  await section.getByRole("button", { name: "Copy" }).press("Enter");
  await expect(section.getByRole("status")).toHaveText("Key copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await looksSound(page, "made-key");

  expect((await context.request.get("/api/v1/meetings", bearer(key))).status()).toBe(200);
  await page.reload();
  await loaded(newKey);
  const stored = LONG.slice(0, 80);
  const row = section.getByRole("listitem").filter({ hasText: stored });
  await expect(row).toContainText(`ends in ${key.slice(-4)}, can read, created`);
  await expect(row).toContainText(/last used .*, valid until /);
  expect(await page.content()).not.toContain(key);
  await looksSound(page, "keys");

  await row.getByRole("button", { name: `Revoke the key “${stored}”` }).press("Enter");
  const asked = page.getByRole("dialog", { name: "Revoke this key?" });
  await expect(asked.getByText("Programs that use it lose access at once.")).toBeVisible();
  await looksSound(page, "revoke-key-dialog");
  await page.keyboard.press("Escape");
  await expect(row).toBeVisible();
  await row.getByRole("button", { name: /^Revoke/ }).press("Enter");
  await asked.getByRole("button", { name: "Revoke key" }).press("Enter");
  await expect(page.getByText("Key revoked.", { exact: true })).toBeVisible();
  await expect(row).toBeHidden();
  expect((await context.request.get("/api/v1/meetings", bearer(key))).status()).toBe(401);
});

test("the page about the API is open to anyone, and names each operation with its errors", async ({
  page,
  context,
  origin,
  signInAs,
}) => {
  await page.goto("/api/docs");
  await awake(page);
  await expect(page.getByRole("heading", { level: 1, name: "API" })).toBeVisible();
  const [, url = ""] = /curl (http\S+)/u.exec(await page.getByText("export ACTA_KEY").innerText()) ?? [];
  expect(url).toBe(`${origin}/api/v1/meetings`);
  expect((await context.request.get(url)).status()).toBe(401);
  const operation = page.getByRole("group").filter({ hasText: "PATCH /api/v1/meetings/{meetId}/tasks/{taskId}" });
  await operation.getByText("PATCH").click();
  await expect(operation).toContainText("Needs a key that can change meetings");
  await expect(operation.getByText("changed-meanwhile")).toBeVisible();
  await expect(operation.getByText('"done": true').first()).toBeVisible();
  await looksSound(page, "docs");
  const document = await context.request.get("/api/v1/openapi.json");
  expect(await document.json()).toMatchObject({ openapi: "3.1.0", servers: [{ url: origin }] });

  await signInAs("laia");
  await openSettings(page);
  await keysOf(page).getByRole("link", { name: "How to use the API" }).press("Enter");
  await expect(page).toHaveURL("/api/docs");
});
