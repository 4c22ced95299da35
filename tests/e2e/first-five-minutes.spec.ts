import type { Page } from "@playwright/test";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { chooseLanguage } from "#tests/support/upload-in-browser.ts";
import { awake, expect, expectAccessible, fixture, test } from "#tests/e2e/acta-test.ts";

/**
 * The first five minutes of a new person in each language, on an Acta without a model: sign in, a first meeting, a moment of it, a
 * question, a link for somebody else. English uploads a recording with captions; the others open the sample meeting in their language.
 */
let acta: ActaProcess;

test.beforeAll(async () => {
  acta = await startActa({ env: { SPEECH_ENGINE: "none", LANGUAGE_ENGINE: "extractive" } });
});

test.afterAll(async () => acta?.stop());

type Words = {
  person: string;
  google: string;
  question: string;
  log: string;
  field: string;
  answer: RegExp;
  share: string;
  create: string;
  dialog: string;
};

async function signIn(page: Page, words: Words): Promise<void> {
  await page.goto(acta.origin);
  await awake(page);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: words.google }).click();
  await page.getByRole("button", { name: words.person }).click();
  // Nothing is asked on the way.
  await expect(page).toHaveURL(`${acta.origin}/`);
  await awake(page);
}

/** A mark of the minutes plays its moment and brings its line; where there is no sound, it names the moment. */
async function openMoment(page: Page, { hasSound }: { hasSound: boolean }): Promise<void> {
  const mark = page.locator("#minutes li .moment").first();
  await expect(mark.locator("time")).toHaveText(/^\d+:\d\d/);
  if (!hasSound) return;
  await mark.click();
  await expect(mark).toHaveAttribute("aria-current", "true");
  await expect(page.locator(".panel--transcript .is-spoken").first()).toBeInViewport();
}

async function ask(page: Page, words: Words): Promise<void> {
  await page.keyboard.press("a");
  const field = page.getByRole("textbox", { name: words.field });
  await expect(field).toBeFocused();
  await field.fill(words.question);
  await field.press("Enter");
  await expect(page.getByRole("log", { name: words.log })).toContainText(words.answer);
}

/** Makes a link; somebody without an account reads the minutes under it. The title is not shared unless the owner allows it. */
async function share(page: Page, words: Words, line: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: words.share, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: words.dialog });
  await dialog.getByRole("button", { name: words.create }).click();
  const link = dialog.locator("input[readonly]").first();
  await expect(link).toHaveValue(/\/s\//);
  const address = await link.inputValue();
  // An open page notices that its session has ended, and leaves.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(address);
  await expect(page.locator("article")).toContainText(line);
}

test.describe("in English", () => {
  const words: Words = {
    person: "Nora Puig",
    google: "Continue with Google",
    question: "When is the next meeting?",
    log: "Questions and answers",
    field: "Your question",
    answer: /The next meeting is on Thursday at ten/,
    share: "Share",
    create: "Create link",
    dialog: "Share meeting",
  };

  test("a new person uploads a recording, and reads, asks and shares what it says", async ({ page }) => {
    await signIn(page, words);
    await page.getByRole("link", { name: "upload recording" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Recording").setInputFiles(fixture("talk-captions.mp4"));
    await chooseLanguage(dialog, "en");
    await dialog.getByRole("button", { name: "summarize" }).click();
    await expect(page.getByRole("heading", { name: "Key quotes from this meeting" })).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
    await openMoment(page, { hasSound: true });
    await ask(page, words);
    await share(page, words, /launch the new booking page on the third of March/);
  });
});

const OTHERS: (Words & { locale: string; open: string; title: RegExp; line: string })[] = [
  {
    locale: "es-ES",
    person: "Inès Caron",
    google: "Continuar con Google",
    open: "Abrir la reunión de ejemplo",
    title: /^Reunión de ejemplo/,
    line: "Pedir 60 cables de freno y 20 cámaras",
    question: "¿Cuándo es la jornada de puertas abiertas?",
    log: "Preguntas y respuestas",
    field: "Tu pregunta",
    answer: /sábado catorce de marzo/,
    share: "Compartir",
    create: "Crear enlace",
    dialog: "Compartir reunión",
  },
  {
    locale: "ca-ES",
    person: "Berta Roig",
    google: "Continua amb Google",
    open: "Obre la reunió d’exemple",
    title: /^Reunió d’exemple/,
    line: "Demanar 60 cables de fre i 20 cambres d’aire",
    question: "Quan és la jornada de portes obertes?",
    log: "Preguntes i respostes",
    field: "La teva pregunta",
    answer: /dissabte catorze de març/,
    share: "Comparteix",
    create: "Crea un enllaç",
    dialog: "Comparteix la reunió",
  },
  {
    locale: "fr-FR",
    person: "Oriol Bonet",
    google: "Continuer avec Google",
    open: "Ouvrir la réunion d’exemple",
    title: /^Réunion d’exemple/,
    line: "Commander 60 câbles de frein et 20 chambres à air",
    question: "Quand a lieu la journée portes ouvertes ?",
    log: "Questions et réponses",
    field: "Votre question",
    answer: /samedi quatorze mars/,
    share: "Partager",
    create: "Créer un lien",
    dialog: "Partager la réunion",
  },
];

for (const { locale, open, title, line, ...words } of OTHERS) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a new person opens the sample meeting, and reads, asks and shares what it says", async ({ page }) => {
      await signIn(page, words);
      await page.getByRole("button", { name: open }).click();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await awake(page);
      await expect(page.getByText(line).first()).toBeVisible();
      await expectAccessible(page);
      await openMoment(page, { hasSound: false });
      await ask(page, words);
      await share(page, words, line);
    });
  });
}
