import { Webhook } from "standardwebhooks";
import * as z from "zod";
import { awake, expect, loaded, test } from "#tests/e2e/acta-test.ts";
import { looksSound } from "#tests/e2e/looks-sound.ts";

/** Webhooks in the settings, with the receiver of `npm start` (workers/stand-ins/webhook-receiver.mjs). Jana's feeds are in feeds.spec.ts. */

const messages = z.array(z.object({ headers: z.record(z.string(), z.string()), body: z.string() }));

// The refused address.
test.use({ expectedErrors: ["status of 422"] });

test("a webhook is added by keyboard, tested, sent again, rotated and removed", async ({ page, signInAs }) => {
  const receiver = `${process.env.ACTA_IDENTITY_ORIGIN}/webhooks/a-receiver-with-a-long-name-for-the-minutes-of-all-clinics`;
  const received = async () => messages.parse(await (await fetch(receiver)).json());
  const answerWith = (status: number) => fetch(receiver, { method: "PUT", body: JSON.stringify({ status }) });
  await signInAs("jana");
  await page.goto("/settings/integrations#hooks");
  await awake(page);
  const section = page.getByRole("region", { name: "Webhooks" });
  const add = section.getByRole("button", { name: "New webhook" });
  await loaded(add);
  await add.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  const address = dialog.getByLabel("Address");
  await address.fill("https://192.168.0.1/hook");
  await address.press("Enter");
  await expect(dialog.getByText(/cannot send to this address/)).toBeVisible();
  await looksSound(page, "new-dialog");
  await address.fill(receiver);
  await dialog.getByLabel("A task is ticked off, or open again").press("Space");
  await address.press("Enter");

  await expect(section.getByText("Copy this secret now. It is shown once.")).toBeVisible();
  const secret = await section.getByLabel("Secret").inputValue();
  expect(secret).toMatch(/^whsec_[\w+/]{32}$/);
  await looksSound(page, "secret", "#hooks");

  const row = section.getByRole("listitem").filter({ hasText: receiver });
  await expect(row).toContainText("The minutes are written, A task is ticked off, or open again, Ids and links only");
  const test = row.getByRole("button", { name: /^Send a test/ });
  await answerWith(500);
  await test.press("Enter");
  await expect.poll(async () => (await received()).length).toBe(1);
  const choose = async (name: string) => {
    await row.getByLabel(/^Actions for/).press("Enter");
    await row.getByRole("button", { name, exact: true }).press("Enter");
  };
  const log = page.getByRole("dialog", { name: /^Deliveries to/ });
  // The list looks again while a delivery waits.
  await expect(row).toContainText("Not delivered");
  await choose("Deliveries");
  await expect(log.getByText("The receiver answered 500.")).toBeVisible();
  await looksSound(page, "log-dialog");
  await answerWith(204);
  await log.getByRole("button", { name: "Send again" }).press("Enter");
  await expect.poll(async () => (await received()).length).toBe(2);
  const [second, first] = await received();
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(new Webhook(secret).verify(second?.body ?? "", second?.headers ?? {})).toMatchObject({ type: "webhook.test" });
  await page.keyboard.press("Escape");

  await choose("New secret");
  await page.getByRole("dialog").getByRole("button", { name: "Make a new secret" }).press("Enter");
  await expect(section.getByText("The former secret signs too until tomorrow.")).toBeVisible();
  expect(await section.getByLabel("Secret").inputValue()).not.toBe(secret);
  await page.reload();
  await loaded(add);
  expect(await page.content()).not.toContain("whsec_");
  await expect(row).toContainText("Sent");
  await looksSound(page, "list", "#hooks");

  await choose("Pause");
  await expect(row).toContainText("Paused");
  await choose("Remove");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).press("Enter");
  await expect(row).toBeHidden();

  await section.getByRole("link", { name: "Recipes for Zapier, Make and n8n" }).press("Enter");
  await expect(page).toHaveURL("/api/docs/webhooks");
  for (const name of ["Zapier", "Make", "n8n"]) {
    await expect(page.getByRole("region", { name, exact: true }).getByRole("listitem").first()).toContainText(
      /copy its/i,
    );
  }
  await looksSound(page, "recipes");
});
