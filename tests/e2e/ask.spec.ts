import { readFile } from "node:fs/promises";
import { awake, expect, fixture, test } from "#tests/e2e/acta-test.ts";
import { looksSound, looksSoundEnlarged } from "#tests/e2e/looks-sound.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/** A question to all meetings: from the search box and from Home, with passages, as this Acta has no model. */
test.describe.configure({ mode: "serial" });

const TRANSCRIPT = `WEBVTT

00:00.500 --> 00:05.200
<v Marta Vidal>The orchard in Vic gets a new irrigation pump.

00:05.500 --> 00:10.000
<v Jonas Puig>We promised the orchard that the pump comes in March.
`;
const SOON = { timeout: 60_000 };
let meetId = "";

test.beforeAll(async () => {
  const origin = process.env.ACTA_ORIGIN ?? "";
  const { cookie } = await localSignIn({ appOrigin: origin, person: "rosa", provider: "google" });
  meetId = await uploadOverHttp({
    origin,
    cookie,
    title: "Orchard and pump",
    bytes: new Uint8Array(await readFile(fixture("talk.mp4"))),
    transcript: new TextEncoder().encode(TRANSCRIPT),
  });
  await expect
    .poll(async () => (await fetch(`${origin}/api/search?q=irrigation`, { headers: { Cookie: cookie } })).text(), SOON)
    .toContain(meetId);
});

test.beforeEach(async ({ signInAs }) => signInAs("rosa"));

test("Ctrl K and Enter ask a question; its lines open the meeting, and the thread goes on, is shared and deleted", async ({
  page,
}) => {
  await page.goto("/history");
  await awake(page);
  await page.waitForFunction(() => document.querySelector("html[data-search-key]") !== null);
  await page.keyboard.press("Control+k");
  const box = page.getByRole("dialog", { name: "Search everything" });
  await box.getByRole("combobox").fill("What did we promise the orchard?");
  await expect(box.getByRole("option", { name: "Ask: What did we promise the orchard?" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/ask\/[0-9a-z]{24}$/u);
  await expect(page.getByRole("heading", { level: 2, name: "What did we promise the orchard?" })).toBeVisible();
  await expect(page.getByText("An answer in words needs a language model.")).toBeVisible();
  const promised = page.getByRole("listitem").filter({ hasText: "the pump comes in March" }).last();
  await expect(promised.getByRole("link", { name: "Open at 00:05 Orchard and pump" })).toHaveAttribute(
    "href",
    new RegExp(`^/${meetId}\\?t=5#s-`, "u"),
  );
  await looksSound(page, "ask-thread");
  await looksSoundEnlarged(page);
  await page.getByRole("textbox", { name: "Ask on" }).fill("Which irrigation?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "Which irrigation?" })).toBeVisible();
  await expect(page.getByText("An answer in words needs a language model.")).toHaveCount(2);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText("Whoever can open every meeting behind these answers")).toBeVisible();
  await looksSound(page, "ask-shared");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/ask$/u);
  await expect(page.getByRole("heading", { level: 2, name: "No questions yet" })).toBeVisible();
  await looksSound(page, "ask-empty");
});

test("Home has the field, a question about nothing says so, and the list of questions leads back", async ({ page }) => {
  await page.goto("/");
  await awake(page);
  await page.getByRole("textbox", { name: "Ask your meetings" }).fill("Where are the zeppelins?");
  await looksSound(page, "ask-home");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page.getByText("Nothing in your meetings has to do with this question.")).toBeVisible();
  await page.getByRole("link", { name: "All questions" }).click();
  await expect(page.getByRole("link", { name: /Where are the zeppelins\?/u })).toBeVisible();
  await looksSound(page, "ask-list");
});
