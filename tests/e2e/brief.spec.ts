import { readFile } from "node:fs/promises";
import { awake, expect, expectAccessible, expectNoOverflow, fixture, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

/** A series of meetings: its brief, and follow-ups that go by themselves, from the choice to the press that stops one. */

const VTT = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Aina Ferrer>The rooms are booked for the seminar.
`;

test("a series has a brief, and its later follow-ups go by themselves, once that is chosen and until it is stopped", async ({
  page,
  origin,
}) => {
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, person: "olga", provider: "google" });
  const video = new Uint8Array(await readFile(fixture("talk.mp4")));
  const made = { origin, cookie, video, transcript: VTT, title: "Weekly of the desk" };
  const first = await uploadWithTranscript(made);
  const second = await uploadWithTranscript(made);
  await page.context().addCookies([{ name, value, url: origin }]);

  await test.step("the brief leads to the last meeting, and its mail is switched on by one press", async () => {
    await page.goto(`/brief/${second}`);
    await awake(page);
    await expect(page.getByRole("heading", { level: 1, name: "Weekly of the desk" })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Weekly of the desk/ })).toHaveAttribute("href", `/${first}`);
    await page.getByRole("button", { name: "E-mail me this an hour before" }).press("Enter");
    await expect(page.getByRole("button", { name: "Stop these e-mails" })).toBeVisible();
    await page.goto("/settings");
    await expect(page.getByLabel(/a meeting that comes again begins in an hour/)).toBeChecked();
    await page.goto(`/brief/${first}`);
    await expect(page.getByRole("heading", { name: "Nothing to go back to yet" })).toBeVisible();
    await page.goto(`/brief/${second}`);
    await awake(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoOverflow(page);
    }
  });

  await test.step("the dialog of a follow-up says to whom later ones go", async () => {
    await page.goto(`/${second}`);
    await awake(page);
    await page.getByLabel("More for Weekly of the desk").press("Enter");
    await page.getByRole("button", { name: "Send a follow-up…" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Follow-up e-mail" });
    await dialog.getByLabel("To", { exact: true }).fill("aina@desk.example, biel@desk.example");
    const choice = dialog.getByLabel("Send automatically after each later meeting of this series");
    // It is checked once the choice is stored.
    await choice.press("Space");
    await expect(choice).toBeChecked();
    await expect(
      dialog.getByText(/Later follow-ups go by themselves, 10 minutes .* to: aina@desk.example, biel@desk.example/),
    ).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  });

  await test.step("after the next meeting it says when it goes, and does not go after “Do not send”", async () => {
    const third = await uploadWithTranscript(made);
    await page.goto(`/${third}`);
    await awake(page);
    const plan = page.getByRole("status").filter({ hasText: "The follow-up goes by itself at" });
    await expect(plan).toBeVisible({ timeout: 45_000 });
    await expect(plan).toContainText("aina@desk.example, biel@desk.example");
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await plan.getByRole("button", { name: "Do not send" }).press("Enter");
    await expect(plan).toHaveCount(0);
    await page.reload();
    await awake(page);
    await expect(page.getByRole("heading", { name: "Last time" })).toBeVisible();
    await expect(plan).toHaveCount(0);
  });
});
