import { readFile } from "node:fs/promises";
import { awake, expect, expectAccessible, expectNoOverflow, fixture, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

/** Order among meetings: a folder, tags, a rule and the archive, from History and from a meeting's page. */

const VTT = `WEBVTT

00:00:01.000 --> 00:00:04.000
<v Aina Ferrer>The rooms are booked for the seminar.
`;

test("a meeting is put into a folder with tags and a rule, found by them, archived and brought back", async ({
  page,
  origin,
}) => {
  const { name, value, cookie } = await localSignIn({ appOrigin: origin, person: "mireia", provider: "google" });
  const video = new Uint8Array(await readFile(fixture("talk.mp4")));
  const made = { origin, cookie, video, transcript: VTT };
  const first = await uploadWithTranscript({ ...made, title: "Girona weekly" });
  await uploadWithTranscript({ ...made, title: "Budget of the year" });
  await page.context().addCookies([{ name, value, url: origin }]);
  const row = (title: string) => page.getByRole("row", { name: title });
  await page.goto(`/${first}`);
  await awake(page);

  await test.step("from the meeting's menu, with a rule for new ones", async () => {
    await page.getByLabel("More for Girona weekly").press("Enter");
    await page.getByRole("link", { name: "Folder and tags" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Folder and tags" });
    await dialog.getByLabel("Folder", { exact: true }).fill("Clients/Girona");
    await dialog.getByLabel("Tags").fill("client, weekly");
    await dialog.getByLabel("Always put meetings with “girona weekly” in the title here").check();
    await expectAccessible(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoOverflow(page);
    }
    await dialog.getByRole("button", { name: "Save" }).press("Enter");
    await expect(
      page.getByText("Meeting moved to Clients/Girona. New meetings go there, too", { exact: true }),
    ).toBeVisible();
  });

  await test.step("History lists it by folder and by tag", async () => {
    await page.goto("/history");
    await awake(page);
    await row("Girona weekly").getByRole("link", { name: "Folder: Clients/Girona" }).press("Enter");
    await expect(page).toHaveURL(/folder=/);
    await expect(row("Budget of the year")).toHaveCount(0);
    await expect(page.getByLabel("Folder", { exact: true })).toHaveValue(/.{8,}/);
    await row("Girona weekly").getByRole("link", { name: "Tag: client" }).press("Enter");
    await expect(page).toHaveURL(/\?tag=client/);
    await expectAccessible(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoOverflow(page);
    }
  });

  await test.step("the selected ones move together, and back", async () => {
    await page.goto("/history");
    await awake(page);
    for (const title of ["Girona weekly", "Budget of the year"]) await page.getByLabel(`Select ${title}`).check();
    await page.getByRole("link", { name: "Folder and tags" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Folder and tags of 2 meetings" });
    await dialog.getByLabel("Folder", { exact: true }).fill("Old");
    await dialog.getByRole("button", { name: "Save" }).press("Enter");
    await expect(page.getByText("2 meetings moved to Old", { exact: true })).toBeVisible();
    await expect(row("Budget of the year").getByRole("link", { name: "Folder: Old" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(row("Girona weekly").getByRole("link", { name: "Folder: Clients/Girona" })).toBeVisible();
    await expect(row("Budget of the year").getByRole("link", { name: "Folder: Old" })).toHaveCount(0);
  });

  await test.step("an archived meeting has a tab of its own, and the search finds it", async () => {
    await page.goto("/history");
    await awake(page);
    await page.getByLabel("Select Budget of the year").check();
    await page.getByRole("button", { name: "Archive", exact: true }).press("Enter");
    await expect(page.getByText("Meeting archived", { exact: true })).toBeVisible();
    await expect(row("Budget of the year")).toHaveCount(0);
    await page.goto("/search?q=budget");
    await expect(page.getByRole("link", { name: /Budget of the year/ }).first()).toBeVisible();
    await page.goto("/history");
    await awake(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("link", { name: "Archived" }).press("Enter");
    await expect(page).toHaveURL(/archived=1/);
    await page.reload();
    await awake(page);
    // Its place in the row of tabs is beyond the window.
    await expect(page.getByRole("link", { name: "Archived" })).toBeInViewport({ ratio: 0.9 });
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.getByLabel("More for Budget of the year").press("Enter");
    await page.getByRole("button", { name: "Bring back" }).press("Enter");
    await expect(page.getByText("Meeting brought back from the archive", { exact: true })).toBeVisible();
    await page.goto("/history");
    await expect(row("Budget of the year")).toBeVisible();
  });
});
