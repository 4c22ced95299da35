/**
 * Every state of every screen: takes screenshots at 390, 768 and 1280 px, in light and dark themes, and measures it. Starts two
 * Actas over the last build, with stand-ins for the engines, and makes the meetings that the states need.
 *
 *   npx remix vite:build && ACTA_BROWSER=/usr/bin/chromium npx vite-node tests/bench/screens/run.ts --out=/tmp/screens
 *
 * `--languages=en,es,ca,fr` (en; dark theme, axe and 200 % in the first of them only), `--widths=390,768,1280`,
 * `--themes=light,dark` (also `contrast`: forced colours), `--only=` a regular expression over the states' names, `--no-axe`,
 * `--no-large` (no 200 %), `--cold`: each state in a browser without any cached file of Acta. `--at-once=` so many pages (2).
 * Measured: content beyond the window, words that are cut off, axe (at the narrowest and the widest), layout shifts and motion, each
 * at 100 % and (except axe) at 200 % text. Faults are printed and make it end with 1.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { env } from "node:process";
import { parseArgs } from "node:util";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { createInstance } from "i18next";
import { ca } from "#app/i18n/ca.ts";
import { en } from "#app/i18n/en.ts";
import { es } from "#app/i18n/es.ts";
import { fr } from "#app/i18n/fr.ts";
import { type Cast, castOfAll } from "#tests/bench/screens/cast.ts";
import { axeFaults, cutTexts, moving, overflow } from "#tests/bench/screens/measure.ts";
import { breakOff, type Stage, type State, type Words } from "#tests/bench/screens/stage.ts";
import { STATES } from "#tests/bench/screens/states.ts";
import { shifted, watchShifts } from "#tests/support/layout-shifts.ts";

const { values: asked } = parseArgs({
  options: {
    out: { type: "string" },
    languages: { type: "string", default: "en" },
    widths: { type: "string", default: "390,768,1280" },
    themes: { type: "string", default: "light,dark" },
    only: { type: "string", default: "." },
    "no-axe": { type: "boolean", default: false },
    "no-large": { type: "boolean", default: false },
    cold: { type: "boolean", default: false },
    "at-once": { type: "string", default: "2" },
  },
});
const out = asked.out ?? "";
if (out === "") throw new Error("--out names the folder for the pictures, outside of the repository");
const HEIGHTS: Record<number, number> = { 390: 844, 768: 1024, 1280: 800 };
/** A person notices a layout shift from 0.1 on; the aim for Acta is none. */
const SHIFT_MAX = 0.02;
const LATER_MS_MAX = 3000;
/** A state that is not reached is a fault; the limit is shorter than that of the test command. */
const STATE_MS_MAX = 12_000;
const print = (line: string) => process.stdout.write(`${line}\n`);

const languages = asked.languages.split(",");
const widths = asked.widths.split(",").map(Number);
const themes = asked.themes.split(",");
const states = STATES.filter(({ name }) => new RegExp(asked.only, "u").test(name));
const faults: string[] = [];
let pictures = 0;
await mkdir(out, { recursive: true });
const browser = await chromium.launch({
  ...(env.ACTA_BROWSER ? { executablePath: env.ACTA_BROWSER } : {}),
  args: ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"],
});
const cast = await castOfAll(print);
/** Browser contexts, kept from state to state so that Acta's files stay in the cache, as they do for people. */
const visitors = new Map<string, BrowserContext>();
try {
  const texts = new Map<string, Words>();
  for (const language of languages) texts.set(language, await textsOf(language));
  const looks = languages.flatMap((language) =>
    states.flatMap((state) =>
      (state.widths?.filter((each) => widths.includes(each)) ?? widths).map((width) => ({ language, state, width })),
    ),
  );
  // The language model is set to fail in different ways, so the states that need it run one after the other.
  const modelled = looks.filter(({ state }) => state.on === "model");
  const others = looks.filter(({ state }) => state.on !== "model");
  const lanes = Array.from({ length: Number(asked["at-once"]) }, async (_, lane) => {
    const next = () => (lane === 0 ? modelled.shift() : undefined) ?? others.shift();
    for (let each = next(); each; each = next()) {
      const t = texts.get(each.language);
      if (t) await lookAt({ browser, cast, t, lane, ...each });
    }
  });
  await Promise.all(lanes);
  print(`${pictures} pictures in ${out}; ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await cast.stop();
}

type Look = { browser: Browser; cast: Cast; state: State; width: number; language: string; t: Words; lane: number };

async function lookAt(each: Look): Promise<void> {
  const { state, width, language } = each;
  const found: string[] = [];
  try {
    await look(each, found);
  } catch (error) {
    found.push(String(error).split("\n")[0] ?? "");
  }
  print(`${language} ${state.name.padEnd(32)} ${width} ${found.length === 0 ? "sound" : ""}`);
  for (const fault of found) print(`   ${fault}`);
  faults.push(...found);
}

/** One state at one width: pictures of each theme, then measures with text of twice the size. */
async function look({ state, width, language, t, ...rest }: Look, found: string[]): Promise<void> {
  const context = await visitor(rest, state, width, language);
  const isFirst = language === languages[0];
  const page = await context.newPage();
  page.setDefaultTimeout(STATE_MS_MAX);
  const stage: Stage = { page, t, cast: rest.cast };
  const blame = (about: string, all: readonly string[]) =>
    found.push(...all.map((fault) => `${about === "" ? "" : `${about}: `}${fault}`));
  try {
    const origin = state.on === "model" ? rest.cast.model : rest.cast.quotes;
    const answer = await page.goto(`${origin}${state.path(rest.cast)}`);
    if (answer?.status() !== (state.status ?? 200)) blame("", [`answered ${answer?.status()}`]);
    await page.evaluate(() => document.fonts.ready);
    if (!state.plain) await awake(page);
    await state.prepare?.(stage);
    // Parts that come after the first load may still be on their way.
    await page.waitForLoadState("networkidle", { timeout: LATER_MS_MAX }).catch(() => undefined);
    const shift = await shifted(page);
    if (shift.by > SHIFT_MAX) blame("", [`shifts by ${shift.by.toFixed(3)}: ${shift.what}`]);
    if (state.print) await page.emulateMedia({ media: "print" });
    for (const theme of state.print || !isFirst ? ["light"] : themes) {
      await dress(page, theme);
      await photograph(page, state, `${state.name}-${width}-${theme}${language === "en" ? "" : `-${language}`}`);
      if (isFirst && !asked["no-axe"] && !state.print && width !== 768) blame(theme, await axeFaults(page));
    }
    if (!state.print) await measure(page, (all) => blame("", all));
    if (asked["no-large"] || !isFirst) return;
    await enlarge(page);
    await dress(page, "light");
    await photograph(
      page,
      { ...state, whole: false },
      `${state.name}-${width}-200${language === "en" ? "" : `-${language}`}`,
    );
    if (!state.print) await measure(page, (all) => blame("200 %", all));
  } catch (error) {
    await photograph(page, { ...state, whole: false }, `${state.name}-${width}-fault`).catch(() => undefined);
    throw error;
  } finally {
    await state.after?.(stage).catch(() => undefined);
    await forget(page).catch(() => undefined);
    await breakOff(page);
    await page.close();
    if (asked.cold) await context.close();
  }
}

async function measure(page: Page, blame: (all: readonly string[]) => unknown): Promise<void> {
  const beyond = await overflow(page);
  if (beyond > 0) blame([`${beyond} px beyond the window`]);
  blame(await cutTexts(page));
  blame(await moving(page));
}

/** A browser context without cookies, except the session of the state's person. */
async function visitor(
  { browser, cast, lane }: Pick<Look, "browser" | "cast" | "lane">,
  state: State,
  width: number,
  language: string,
) {
  const known = `${lane} ${language} ${width}`;
  const context =
    visitors.get(known) ??
    (await browser.newContext({
      viewport: { width, height: HEIGHTS[width] ?? 800 },
      locale: { en: "en-GB", es: "es-ES", ca: "ca-ES", fr: "fr-FR" }[language] ?? language,
      timezoneId: "Europe/Madrid",
      reducedMotion: "reduce",
    }));
  if (!visitors.has(known)) await context.addInitScript(watchShifts);
  if (!asked.cold) visitors.set(known, context);
  await context.clearCookies();
  if (state.who) {
    const { name, value } = cast.session(state.on ?? "quotes", state.who);
    await context.addCookies([{ name, value, url: state.on === "model" ? cast.model : cast.quotes }]);
  }
  return context;
}

/** Clears local storage and IndexedDB: the next state belongs to another person. */
async function forget(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage,indexeddb" });
}

async function dress(page: Page, theme: string): Promise<void> {
  await page.emulateMedia({
    colorScheme: theme === "dark" ? "dark" : "light",
    forcedColors: theme === "contrast" ? "active" : "none",
  });
}

/** Doubles the text size as the setting of the browser does: media queries in rem change too. */
async function enlarge(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === "32px");
  // Container queries in rem are evaluated again only when a size changes, not when the text size does.
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: width - 1, height });
  await page.setViewportSize({ width, height });
}

async function photograph(page: Page, { whole = false }: State, name: string): Promise<void> {
  pictures += 1;
  await page.screenshot({ path: path.join(out, `${name}.png`), fullPage: whole });
}

async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("html[data-awake]") !== null);
}

async function textsOf(language: string): Promise<Words> {
  const texts = createInstance();
  await texts.init({
    lng: language,
    fallbackLng: "en",
    resources: { en, es, ca, fr },
    interpolation: { escapeValue: false },
  });
  return (key) => texts.t(key);
}
