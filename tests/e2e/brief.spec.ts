import { readFile } from "node:fs/promises";
import { awake, expect, expectAccessible, expectNoOverflow, fixture, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

/** A series of meetings and its brief. Follow-ups that go by themselves need a calendar: series-follow-up.spec.ts. */

const VTT = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Aina Ferrer>The rooms are booked for the seminar.
`;

test("a series has a brief, and its mail is switched on by one press", async ({ page, origin }) => {
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
    await expect(page.getByLabel(/a recurring meeting begins in an hour/)).toBeChecked();
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

  await test.step("a series by its title alone offers no follow-ups that go by themselves: two clients may have one title", async () => {
    await page.goto(`/${second}`);
    await awake(page);
    await page.getByLabel("More for Weekly of the desk").press("Enter");
    await page.getByRole("button", { name: "Send a follow-up" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Follow-up e-mail" });
    await expect(dialog.getByLabel("To", { exact: true })).toBeVisible();
    await expect(dialog.getByLabel("Send automatically after each later meeting of this series")).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  });
});
