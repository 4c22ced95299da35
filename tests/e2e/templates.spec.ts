import type { Locator, Page } from "@playwright/test";
import { awake, expect, expectAccessible, expectContrast, expectNoOverflow, test } from "#tests/e2e/acta-test.ts";

/** Templates: the list, the viewer, the builder and the links. */

test.beforeEach(async ({ page, signInAs }) => {
  // Colours are compared while nothing moves.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInAs("marc", "google");
});

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  // Looking for it by its role after each key took more time than the key.
  const sought = await control.elementHandle();
  for (let presses = 0; presses < 200; presses++) {
    if (await sought?.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the control is not reached with Tab");
}

async function press(page: Page, control: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

/** The titles of the builder's fields, in order. */
const order = (page: Page) => page.locator(".bfs .bf__name").allTextContents();
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const builderUrl = /\/templates\/[0-9a-z]{24}\/edit$/;
const viewUrl = /\/templates\/[0-9a-z]{24}$/;

type Field = { key: string; title: string | null; prompt: string; type: string; required?: boolean };
const text = (key: string, title = key): Field => ({
  key,
  title,
  prompt: "What was said about it.",
  type: "customText",
});

async function create(page: Page, name: string, fields: readonly Field[]): Promise<string> {
  const saveId = `test-${name.replaceAll(/\W/g, "-")}`.slice(0, 60);
  const answer = await page.request.post("/api/acta/templates", { data: { saveId, name, description: null, fields } });
  expect(answer.status()).toBe(200);
  return String((await answer.json()).id);
}

test("a template lives from the first to the last by keyboard alone", async ({ page }) => {
  await page.goto("/templates");
  await awake(page);
  await expectAccessible(page);
  await press(page, page.getByRole("link", { name: "Create First Template" }));
  await expect(page.getByRole("heading", { level: 1, name: "New template" })).toBeVisible();
  await awake(page);

  await press(page, button(page, "Save template"));
  const incomplete = "Please complete at least the template name and add a field.";
  await expect(page.getByRole("alert").filter({ hasText: incomplete })).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();

  await page.keyboard.type("Client call");
  await press(page, button(page, "Add Summary"));
  await press(page, button(page, "Add Key points"));
  await press(page, button(page, "Key points is added"));
  const toast = page.locator(".toast").last();
  await expect(toast).toContainText("Duplicate field");
  await expect(toast).toContainText('You cannot add the same field more than once: "Key points"');

  await tabTo(page, page.getByRole("tab", { name: "Acta Fields" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "My fields" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  const form = page.getByRole("tabpanel", { name: "New Field" });
  await press(page, form.getByRole("button", { name: "Add the field" }));
  await expect(form.getByText("This field needs a title.")).toBeVisible();
  await expect(form.getByText("This field needs a type.")).toBeVisible();
  await expect(form.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("Promises");
  await type(page, form.getByLabel("Prompt"), "What was promised, by whom, until when.");
  // The typed field waits while another tab is looked at.
  await tabTo(page, page.getByRole("tab", { name: "New Field" }));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await expect(form.getByLabel("Title")).toHaveValue("Promises");
  // It is not left out of what is saved without a word.
  await page.keyboard.press("ArrowLeft");
  await press(page, button(page, "Save template"));
  await expect(form.getByText("This field is not in the template yet.")).toBeVisible();
  await expect(form.getByRole("button", { name: "Add the field" })).toBeFocused();
  await tabTo(page, form.getByLabel("Type"));
  await page.keyboard.type("Table");
  await press(page, form.getByRole("button", { name: "Add a column" }));
  await type(page, form.getByLabel("Name of column 1"), "Promise");
  await press(page, form.getByLabel("Also keep it under ‘My fields’"), "Space");
  await press(page, form.getByRole("button", { name: "Add the field" }));
  await expect.poll(() => order(page)).toEqual(["Summary", "Key points", "Promises"]);

  await tabTo(page, button(page, "Move Promises, place 3 of 3"));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(button(page, "Move Promises, place 1 of 3")).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Promises, place 1 of 3" })).toHaveCount(1);
  expect(await order(page)).toEqual(["Promises", "Summary", "Key points"]);
  await expectAccessible(page);

  await press(page, button(page, "Save template"));
  await expect(page).toHaveURL(viewUrl);
  await expect(page.getByRole("heading", { level: 1, name: "Client call" })).toBeVisible();
  await expect(page.getByText("Custom", { exact: true })).toBeVisible();
  await expect(page.getByText("Columns: Promise (Text)")).toBeVisible();

  await press(page, page.getByRole("link", { name: "Edit" }));
  await expect(page).toHaveURL(builderUrl);
  await awake(page);
  await type(page, page.getByLabel("Name", { exact: true }), "Client visit");
  await press(page, button(page, "Save template"));
  await expect(page.getByRole("heading", { level: 1, name: "Client visit" })).toBeVisible();

  await press(page, page.getByRole("link", { name: "Templates" }).last());
  await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
  // §2: each card shows view, edit, duplicate and delete.
  const card = page.locator(".tpl").filter({ hasText: "Client visit" });
  for (const name of ["View", "Edit"])
    await expect(card.getByRole("link", { name: `${name} Client visit` })).toBeVisible();
  await expect(card.getByRole("button", { name: "Duplicate Client visit" })).toBeVisible();
  await press(page, card.getByRole("button", { name: "Delete Client visit" }));
  const question = "Are you sure you want to delete this template? This action cannot be undone.";
  const dialog = page.getByRole("dialog", { name: "Delete template" });
  await expect(dialog.getByText(question)).toBeVisible();
  await expectAccessible(page);
  await press(page, dialog.getByRole("button", { name: "Delete", exact: true }));
  await expect(page.getByRole("link", { name: "Create First Template" })).toBeVisible();
});

/** The middle of the handle of a field. */
async function gripOf(page: Page, row: number): Promise<{ x: number; y: number }> {
  const box = await page.locator(".bfs .grip").nth(row).boundingBox();
  if (!box) throw new Error("the handle has no place");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Makes the window a phone's, as a context with `isMobile` and `hasTouch` would. Returns what sends its touches. */
async function holdPhone(page: Page) {
  const session = await page.context().newCDPSession(page);
  const size = { width: 390, height: 844, deviceScaleFactor: 1 };
  await session.send("Emulation.setDeviceMetricsOverride", { ...size, mobile: true });
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  expect(await page.evaluate(() => [innerWidth, matchMedia("(pointer: coarse)").matches])).toEqual([390, true]);
  return session;
}

test("in the builder, fields are dragged with a mouse and with a finger, and an update that a template cannot take is not said to be done", async ({
  page,
}) => {
  const fields = "/api/acta/fields";
  const made = await page.request.post(fields, { data: { saveId: "test-saved-field", field: text("a", "Risks") } });
  const { id: savedId, field } = await made.json();
  await create(page, "With both", [field, text("b", "Promises")]);
  const newer = { basedOn: 1, field: text("a", "Promises") };
  expect((await page.request.put(`${fields}/${savedId}`, { data: newer })).status()).toBe(200);
  const id = await create(page, "Drag", [text("a", "First"), text("b", "Second"), text("c", "Third")]);
  await page.goto(`/templates/${id}/edit`);
  await awake(page);
  await test.step("with a mouse, Escape puts them back", async () => {
    const [from, to] = [await gripOf(page, 2), await gripOf(page, 0)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y - 10, { steps: 8 });
    await expect.poll(() => order(page)).toEqual(["Third", "First", "Second"]);
    await page.keyboard.press("Escape");
    await expect.poll(() => order(page)).toEqual(["First", "Second", "Third"]);
    await page.mouse.up();

    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y - 10, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => order(page)).toEqual(["Third", "First", "Second"]);
  });
  await page.getByRole("tab", { name: "My fields" }).click();
  await button(page, "Update them").click();
  await expect(page.locator(".toast").last()).toContainText("Some templates keep the earlier version");
  await button(page, "Save template").click();
  await expect(page).toHaveURL(viewUrl);

  await page.getByRole("link", { name: "Edit" }).click();
  await expect.poll(() => order(page)).toEqual(["Third", "First", "Second"]);
  await test.step("with a finger", async () => {
    const phone = await holdPhone(page);
    await page.locator(".bfs .grip").first().scrollIntoViewIfNeeded();
    const [start, end] = [await gripOf(page, 0), await gripOf(page, 2)];
    const touch = (kind: "touchStart" | "touchMove", y: number) =>
      phone.send("Input.dispatchTouchEvent", { type: kind, touchPoints: [{ x: start.x, y }] });
    await touch("touchStart", start.y);
    for (const part of [0.25, 0.5, 0.75, 1]) await touch("touchMove", start.y + (end.y + 10 - start.y) * part);
    await expect.poll(() => order(page)).toEqual(["First", "Second", "Third"]);
    await phone.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(page.getByRole("status").filter({ hasText: "Third dropped at place 3 of 3" })).toHaveCount(1);
  });
});

test("a draft survives a reload and a deletion, leaving asks, and two editors lose nothing", async ({
  page,
  expectedErrors,
}) => {
  // The refusal of the save that is based on an earlier version, and the address of the deleted template.
  expectedErrors.push("409", "404");
  const id = await create(page, "Shared work", [text("a", "First"), text("b", "Second")]);
  await page.goto(`/templates/${id}/edit`);
  await awake(page);
  await button(page, "Second").click();
  await page.locator(".bf.is-open").getByLabel("Prompt").fill("What came second, in one line.");
  await page.getByRole("tab", { name: "New Field" }).click();
  const typed = page.getByRole("tabpanel", { name: "New Field" }).getByLabel("Title");
  await typed.fill("Third");
  // As another tab does, which saves the same template.
  await page.evaluate(() => localStorage.removeItem("acta.template-drafts"));
  await page.reload();
  await awake(page);
  await expect(page.getByText("Your changes are here again.")).toBeVisible();
  await expect(typed).toHaveValue("Third");
  await typed.fill("");
  await button(page, "Second").click();
  await expect(page.locator(".bf.is-open").getByLabel("Prompt")).toHaveValue("What came second, in one line.");

  await page.locator(".nav").getByRole("link", { name: "History" }).click();
  const leave = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(leave).toBeVisible();
  await leave.getByRole("button", { name: "Go on editing" }).click();
  await expect(page).toHaveURL(builderUrl);

  const theirs = await page.request.put(`/api/acta/templates/${id}`, {
    data: {
      name: "Renamed elsewhere",
      description: null,
      basedOn: 1,
      fields: [text("a", "First"), text("b", "Second")],
    },
  });
  expect(theirs.status()).toBe(200);
  await button(page, "Save template").click();
  const conflict = page.getByRole("dialog", { name: "Changed meanwhile" });
  await expect(conflict.getByText("The changes are in different places, and can be put together.")).toBeVisible();
  await conflict.getByRole("button", { name: "Put both together" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Renamed elsewhere");
  await button(page, "Save template").click();
  await expect(page).toHaveURL(viewUrl);
  await expect(page.getByRole("heading", { level: 1, name: "Renamed elsewhere" })).toBeVisible();
  await expect(page.getByText("What came second, in one line.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("acta.template-drafts"))).toBeNull();

  // The page does not know of this version.
  const later = { name: "Once more", description: null, basedOn: 3, fields: [text("a", "First"), text("b", "Second")] };
  expect((await page.request.put(`/api/acta/templates/${id}`, { data: later })).status()).toBe(200);
  await page.locator('summary[aria-label="More for Renamed elsewhere"]').click();
  await button(page, "Versions").click();
  const versions = page.getByRole("dialog", { name: "Versions" });
  await expect(versions.getByText("Version 4 Current")).toBeVisible();
  await versions.getByRole("button", { name: "Restore version 1" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Shared work" })).toBeVisible();

  await page.getByRole("link", { name: "Edit" }).click();
  await expect(page).toHaveURL(builderUrl);
  await page.getByLabel("Name", { exact: true }).fill("Kept after all");
  expect((await page.request.delete(`/api/acta/templates/${id}`)).status()).toBe(200);
  await page.reload();
  await expect(page.getByText("This template was deleted meanwhile. Your draft is kept.")).toBeVisible();
  await expect.poll(() => order(page)).toEqual(["First", "Second"]);
  await button(page, "Keep it as a new template").click();
  await button(page, "Save template").click();
  await expect(page.getByRole("heading", { level: 1, name: "Kept after all" })).toBeVisible();
  await page.goto(`/templates/${id}/edit`);
  await expect(page.getByRole("heading", { level: 1, name: "There is nothing here" })).toBeVisible();
});

test("a template in use says where before anything is asked, and goes once another one is used there", async ({
  page,
  context,
  signInAs,
}) => {
  await page.goto("/templates/system");
  await awake(page);
  const preview = page.getByRole("region", { name: "The minutes with this template" });
  await expect(preview.getByRole("region", { name: "Tasks" })).toContainText("Needs a language model.");
  // The moment of each line stands within the preview.
  const left = (place: Locator) =>
    place.evaluateAll((each) => each.map((element) => element.getBoundingClientRect().left));
  const [edge = 0] = await left(preview);
  for (const from of await left(preview.locator(".note.num"))) expect(from).toBeGreaterThan(edge);

  const id = await create(page, "My default", [text("a", "First")]);
  const chosen = await page.request.post("/api/acta/user/choices", {
    form: { templateId: id, returnTo: "/settings" },
    maxRedirects: 0,
  });
  expect(chosen.status()).toBe(303);
  await page.goto(`/templates/${id}`);
  await awake(page);
  await page.locator('summary[aria-label="More for My default"]').click();
  await button(page, "Delete").click();
  const dialog = page.getByRole("dialog", { name: "Template in use" });
  await expect(dialog.getByText("Default template")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Change all of them" }).click();
  await page.getByRole("dialog", { name: "Delete template" }).getByRole("button", { name: "Cancel" }).click();

  await button(page, "Share").click();
  const share = page.getByRole("dialog", { name: "Share template" });
  await share.getByRole("button", { name: "Make a link" }).click();
  const link = await share.getByRole("textbox").inputValue();
  const path = new URL(link).pathname;
  // Somebody who is signed out. An open page would notice that its session has ended, and leave.
  await page.goto("about:blank");
  await context.clearCookies();
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: "My default" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in to copy it" })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await expectAccessible(page);

  await signInAs("marc");
  await page.goto(path);
  await awake(page);
  await button(page, "Copy into my templates").click();
  await expect(page).toHaveURL(viewUrl);
});

test("thirty fields with titles of 200 characters fit a window of 390 px, in both themes", async ({ page }) => {
  const long = (index: number) => `${index} ${"Unabridged-and-unbroken".repeat(9)}`.slice(0, 200);
  const fields = Array.from({ length: 30 }, (_, index) => text(`f${index}`, long(index)));
  await create(page, `Long ${"name".repeat(28)}`, fields);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/templates");
  await awake(page);
  await looksSound(page);
  await page.getByRole("link", { name: /^View Long name/ }).click();
  await expect(page).toHaveURL(viewUrl);
  await expect(page.getByRole("heading", { level: 1, name: /^Long name/ })).toBeVisible();
  await looksSound(page);
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(page).toHaveURL(builderUrl);
  await expect(page.getByText("A template has at most 30 fields.")).toBeVisible();
  await looksSound(page);
});

async function looksSound(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectContrast(page);
}
