import type { Page } from "@playwright/test";
import { UPLOAD_PART_BYTES } from "#app/domain/limits/uploads.ts";
import { awake, expect, expectAccessible, expectNoOverflow, test } from "#tests/e2e/acta-test.ts";
import { filledHome } from "#tests/e2e/seeds.ts";
import { type Held, hold, outwaitExcuse } from "#tests/support/slow-line.ts";

test("clicks that come before the page is awake break nothing", async ({ page, signInAs }) => {
  await signInAs();
  await page.addInitScript(() => {
    const timer = setInterval(
      () => document.querySelector("h1")?.dispatchEvent(new MouseEvent("click", { bubbles: true })),
      0,
    );
    setTimeout(() => clearInterval(timer), 3_000);
  });
  for (let visit = 1; visit <= 3; visit++) {
    await page.goto("/settings");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page
      .getByRole("button", { name: "Collapse the menu" })
      .or(page.getByRole("button", { name: "Expand the menu" }))
      .click();
  }
});

test("a page's scripts let its style sheets and fonts go first", async ({ page, origin, signInAs }) => {
  await signInAs();
  const html = await (await page.request.get(`${origin}/history`)).text();
  const links = (html.match(/<link [^>]*>/gu) ?? []).filter((link) => link.includes('rel="modulepreload"'));
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter((link) => !link.includes('fetchpriority="low"'))).toEqual([]);
});

test.describe("with a network that fails for a moment", () => {
  test.use({ expectedErrors: ["ERR_FAILED", "Failed to load resource", "Failed to fetch"] });

  test("a page whose texts could not be loaded loads them again and becomes interactive", async ({
    page,
    signInAs,
  }) => {
    await signInAs();
    let failures = 0;
    await page.route(/\/assets\/texts-en-pages-[\w-]+\.js$/u, async (route) => {
      failures += 1;
      await (failures <= 2 ? route.abort() : route.continue());
    });
    await page.goto("/settings");
    await awake(page);
    expect(failures).toBe(3);
  });
});

test("a message that comes before a part's script throws nothing away; the part wakes with its script where the reader is", async ({
  page,
  signInAs,
}) => {
  await filledHome();
  await signInAs("claire", "microsoft");
  const script = await hold(page, /\/assets\/agenda-.*\.js$/u);
  await page.goto("/");
  await awake(page);
  const planned = page.getByRole("region", { name: "What comes next" });
  await planned.evaluate((element) => element.setAttribute("data-drawn-by", "server"));
  const drawn = page.locator("[data-drawn-by=server]");

  // The address changes, and with it what every part of the page is given.
  await page.getByRole("link", { name: "upload recording" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(drawn).toBeVisible();

  const joins = planned.getByRole("switch", { name: /^Acta joins/ });
  await joins.focus();
  script.release();
  await expect(drawn).toHaveCount(0);
  await expect(joins).toBeFocused();
});

test("a link and a button that are pressed before their part's script is here do their work when it comes, once", async ({
  page,
  origin,
  signInAs,
}) => {
  await signInAs("ines");
  const headers = { Origin: origin };
  expect((await page.request.post("/api/acta/upload", { headers, data: UNFINISHED })).status()).toBe(200);
  await test.step("a link that takes more along than its address waits for its part's script", async () => {
    const script = await homeWithoutItsPart(page);
    await page.getByRole("link", { name: "Continue: Pressed too soon" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeHidden();

    script.release();
    await expect(dialog.getByText("Choose too-soon.mp4 again.", { exact: false })).toBeVisible();
  });

  await test.step("a button that is pressed too early does its work once", async () => {
    const script = await homeWithoutItsPart(page);
    await page.getByRole("button", { name: "Give up" }).click();
    const dialog = page.getByRole("dialog", { name: "Give up upload" });
    await expect(dialog).toBeHidden();

    script.release();
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Give up" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Give up" })).toHaveCount(0);
  });
});

test("a press that begins on the server's button is not lost when its part comes before it ends", async ({
  page,
  signInAs,
}) => {
  await signInAs("ines");
  const { script, add, terms } = await settingsWithoutTheirWords(page, "Girona");
  await add.hover();
  await page.mouse.down();
  const came = page.waitForResponse(/\/assets\/words-section-/u);
  script.release();
  await came;
  await outwaitExcuse(page);
  await page.mouse.up();
  await expect(terms.filter({ hasText: "Girona" })).toBeVisible();
});

test("on a slow machine, a press between the drawing of a part and the typed text that it is given is not lost", async ({
  page,
  signInAs,
}) => {
  await signInAs("ines");
  const { script, add, terms } = await settingsWithoutTheirWords(page, "Kubernetes");
  await add.evaluate((button) => {
    const place = button.closest(".lazy")?.parentElement;
    const drawn = new MutationObserver(() => {
      const now = place?.querySelector<HTMLElement>("#words button[type=submit]");
      if (!now || now === button) return;
      drawn.disconnect();
      // After what is done at once, and before anything else.
      queueMicrotask(() => now.click());
    });
    if (place) drawn.observe(place, { childList: true, subtree: true });
  });
  const machine = await page.context().newCDPSession(page);
  await machine.send("Emulation.setCPUThrottlingRate", { rate: 20 });
  script.release();
  await expect(terms.filter({ hasText: "Kubernetes" })).toBeVisible();
  await machine.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await machine.detach();
});

test.describe("with scripts that do not come", () => {
  test.use({ expectedErrors: ["ERR_FAILED", "404"] });

  test("a dialog whose script does not come says so once, and a page whose scripts are replaced offers to be loaded again", async ({
    page,
    signInAs,
  }) => {
    await signInAs("ines");
    await page.goto("/");
    await awake(page);
    await test.step("a dialog whose script does not come says so once, and the page stays as it was", async () => {
      await page.route(/\/assets\/invite-container-.*\.js$/u, (route) => route.abort());
      await page.getByRole("link", { name: "invite to meeting" }).first().click();
      await expect(page.getByText("Error connecting to server")).toHaveCount(1);
      await expect(page).toHaveURL(/\/$/);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });

    await test.step("a page whose scripts a deployment has replaced offers to be loaded again", async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      const replaced = /\/assets\/(?:upload-container|manifest)-.*\.js$/u;
      await page.route(replaced, (route) => route.fulfill({ status: 404 }));
      const upload = page.getByRole("link", { name: "upload recording" }).first();
      await upload.click();
      await expect(page.getByText("A part of this page could not be loaded.")).toBeVisible();
      await expectAccessible(page);
      await expectNoOverflow(page);

      await page.unroute(replaced);
      await page.getByRole("button", { name: "Load again" }).press("Enter");
      await expect(page.getByText("A part of this page could not be loaded.")).toHaveCount(0);
      await awake(page);
      await upload.click();
      await expect(page.getByRole("dialog")).toBeVisible();
    });
  });

  test("a page says so too when one script fails again and again while the network is there", async ({
    page,
    signInAs,
  }) => {
    await filledHome();
    await signInAs("claire", "microsoft");
    await page.route(/\/assets\/agenda-.*\.js$/u, (route) => route.abort());
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Load again" })).toBeVisible();
  });
});

/** Home with an unfinished upload, whose script is held. */
async function homeWithoutItsPart(page: Page): Promise<Held> {
  const script = await hold(page, /\/assets\/unfinished-uploads-.*\.js$/u);
  await page.goto("/");
  await script.asked;
  await awake(page);
  return script;
}

/** The settings, whose section of names and terms has a typed text but no script yet. */
async function settingsWithoutTheirWords(page: Page, text: string) {
  const script = await hold(page, /\/assets\/words-section-.*\.js$/u);
  await page.goto("/settings");
  await script.asked;
  await awake(page);
  const section = page.getByRole("region", { name: "Names and terms" });
  await section.getByLabel("Add names and terms").fill(text);
  return {
    script,
    add: section.getByRole("button", { name: "Add", exact: true }),
    terms: section.getByRole("listitem"),
  };
}

/** A large file of which nothing has arrived yet. */
const UNFINISHED = {
  meetingName: "Pressed too soon",
  meetingDate: Date.UTC(2026, 10, 20),
  clientEmail: "nobody@acta.example",
  clientName: "Nobody",
  meetExtUrl: "mp4",
  meetLanguage: "en",
  templateId: null,
  fileSize: 5 * UPLOAD_PART_BYTES,
  parts: { fileName: "too-soon.mp4", fileModifiedAt: Date.UTC(2026, 10, 20), fileDigest: "a".repeat(64) },
};
