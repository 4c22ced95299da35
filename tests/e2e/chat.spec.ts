import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  awake,
  expect,
  expectAccessible,
  expectContrast,
  expectNoOverflow,
  fixture,
  test,
} from "#tests/e2e/acta-test.ts";
import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { serve } from "#tests/fakes/serve.mjs";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

/** A separate Acta whose language model can be slow, invent sentences or be down. All tests share one meeting. */
const model = new LanguageStandIn({ pieces: 12 });
let server: Awaited<ReturnType<typeof serve>>;
let acta: ActaProcess;
let meetId = "";
let session: { name: string; value: string };

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  server = await serve((request) => model.answer(request));
  acta = await startActa({
    env: {
      SPEECH_ENGINE: "none",
      LANGUAGE_ENGINE: "openai",
      LANGUAGE_BASE_URL: server.origin,
      LANGUAGE_MODEL: "small",
    },
  });
  const { name, value, cookie } = await localSignIn({ appOrigin: acta.origin });
  session = { name, value };
  const bytes = new Uint8Array(await readFile(fixture("talk-captions.mp4")));
  meetId = await uploadOverHttp({ origin: acta.origin, cookie, title: "The clinic's website", bytes });
});

test.afterAll(async () => {
  await acta.stop();
  await server.stop();
});

test.beforeEach(async ({ context }) => {
  model.be("ok");
  model.release();
  await context.addCookies([{ ...session, url: acta.origin }]);
});

async function open(page: Page): Promise<void> {
  await page.goto(`${acta.origin}/${meetId}`);
  await expect(page.locator(".doc").getByText("Completed")).toBeVisible();
  await awake(page);
}

const log = (page: Page) => page.getByRole("log", { name: "Questions and answers" });
const field = (page: Page) => page.getByRole("textbox", { name: "Your question" });

test("answers appear sentence by sentence, stay over a reload, reach another page, and look sound", async ({
  page,
  context,
}) => {
  await open(page);
  await test.step("A opens the field and Enter sends; the answer appears sentence by sentence, and its mark plays the moment", async () => {
    await page.keyboard.press("a");
    await expect(field(page)).toBeFocused();
    await expect(log(page)).toContainText("Every answer shows the moments that prove it.");
    await page.keyboard.type("When does the booking");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("page launch?");
    model.be("inventive", 1);
    model.hold();
    await page.keyboard.press("Enter");
    await expect(log(page).getByText("Being written and checked")).toBeVisible();
    // While an answer is being written, another question is refused with a message, and the typed text stays.
    await page.keyboard.type("And the contract?");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toHaveText("An answer is still being written. Wait for it, or stop it.");
    await expect(field(page)).toHaveValue("And the contract?");
    model.release();
    await expect(log(page).getByText("4 sentences left out: nothing that was said supports them.")).toBeVisible();
    await expect(log(page)).not.toContainText(/Mars|Zoltan|million/);
    await expect(log(page)).toContainText("From the transcript");

    const mark = log(page).getByRole("link", { name: "Play from 00:21" });
    await mark.locator("time").click();
    await expect(mark).toHaveAttribute("aria-current", "true");
    await expect(page).toHaveURL(/#chat$/);
  });

  await test.step("a question is still there after a reload and on another page, which also receives the next answer", async () => {
    await page.reload();
    await awake(page);
    await expect(log(page)).toContainText("page launch?");
    const other = await context.newPage();
    await other.goto(`${acta.origin}/${meetId}#chat`);
    await expect(log(other)).toContainText("page launch?");

    await page.getByRole("button", { name: "Conclusions" }).click();
    for (const each of [page, other]) {
      await expect(log(each)).toContainText("What was decided, and what stayed open?");
    }
    await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
    await expect(log(page).getByText("Being written and checked")).toHaveCount(0);
    // Esc stops the answer. The sentences checked so far stay, and the question can be asked again.
    model.hold();
    await field(page).fill("Who sends what by Friday?");
    await field(page).press("Enter");
    await expect(log(page).getByText("Being written and checked")).toBeVisible();
    await field(page).press("Escape");
    await expect(log(page).getByText("Stopped.")).toBeVisible();
    await expect(log(other).getByText("Stopped.")).toBeVisible();
    model.release();
    await log(page).getByRole("button", { name: "Ask again" }).click();
    await expect(log(page).getByText("Stopped.")).toHaveCount(0);
    await expect(log(page)).toContainText("Marta will send the contract to the clinic by Friday.");
    await other.close();
  });

  await test.step("passes axe and does not overflow in light and dark themes, on a phone and with text of twice the size", async () => {
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await expectContrast(page);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await expectAccessible(page);
    await expect(page.getByRole("navigation", { name: "Parts of the meeting" }).getByText("Ask")).toHaveAttribute(
      "aria-current",
      "true",
    );
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await expectNoOverflow(page);
  });
});

test("questions outlast a late conversation, a model that is down and the end of the session, until they are cleared", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push("401");
  await test.step("a question that is sent before the conversation has arrived is asked when it has", async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(
      (url) => url.pathname.endsWith("/chat"),
      async (route) => {
        if (route.request().method() === "GET") await arrived;
        await route.fallback();
      },
    );
    await open(page);
    await page.keyboard.press("a");
    await field(page).fill("What does the contract cover?");
    await field(page).press("Enter");
    await expect(field(page)).toHaveValue("What does the contract cover?");
    arrive();
    await expect(log(page)).toContainText("What does the contract cover?");
    await expect(field(page)).toHaveValue("");
  });

  await test.step("a model that is down is named, and the transcript is quoted instead", async () => {
    model.be("500");
    await page.getByRole("button", { name: "Next meetings" }).click();
    await expect(log(page)).toContainText("The language model does not answer. These are quotations instead.");
    await expect(log(page)).toContainText("The next meeting is on Thursday at ten.");
    await field(page).fill("What did they say about elephants?");
    await field(page).press("Enter");
    await expect(log(page)).toContainText("I found no line about it. The nearest ones:");
    model.be("ok");
    await log(page).getByRole("button", { name: "Ask again" }).last().click();
    await expect(log(page).getByText("The language model does not answer.")).toHaveCount(1);
    await expect(log(page)).toContainText("I found no line about it. The nearest ones:");
    await log(page).getByRole("button", { name: "elephants" }).click();
    await expect(page.getByRole("searchbox", { name: "Search the transcript" })).toHaveValue("elephants");
  });

  await test.step("a question that was asked after the session ended stays in the field, beside a way to sign in", async () => {
    await page.goto(`${acta.origin}/${meetId}#chat`);
    await expect(log(page)).toContainText("page launch?");
    await context.clearCookies();
    await field(page).fill("Who signs the contract?");
    await field(page).press("Enter");
    await expect(page.getByRole("alert")).toContainText("You are signed out. Sign in again to ask.");
    await expect(page.getByRole("link", { name: "Sign in again in a new tab" })).toBeVisible();
    await expect(field(page)).toHaveValue("Who signs the contract?");
  });

  await test.step("clearing the conversation asks for confirmation first", async () => {
    await context.addCookies([{ ...session, url: acta.origin }]);
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(page.getByRole("button", { name: "Keep" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(log(page)).toContainText("page launch?");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: "Remove" }).click();
    await expect(log(page)).toContainText("Every answer shows the moments that prove it.");
    await page.reload();
    await expect(log(page)).toContainText("Every answer shows the moments that prove it.");
  });
});
