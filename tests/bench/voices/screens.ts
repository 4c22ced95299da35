// Pictures of meetings with two, eight and forty speakers, of the dialogs that name and divide them, of voices that are remembered, and of a recording
// whose voices were not told apart, over the last build and with stand-ins for the engines:
//   npx remix vite:build && ACTA_BROWSER=/usr/bin/chromium npx vite-node tests/bench/voices/screens.ts <folder>
import { mkdir } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { chromium, type Page } from "@playwright/test";
import { SpeechStandIn } from "#tests/fakes/speech-protocol.mjs";
import { serve } from "#tests/fakes/serve.mjs";
import { answerVoices } from "#tests/fakes/voices-server.ts";
import { startActa } from "#tests/support/acta-process.ts";
import { fixture } from "#tests/support/fixture.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { markedRecording } from "#tests/support/marked-recording.ts";
import { encodeSound, RATE } from "#tests/support/real-voices.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";

const out = process.argv[2] ?? "";
await mkdir(out, { recursive: true });
const TALK = [0, 1, 0, 2].map((person, at) => ({ person, startMs: at * 24_000, endMs: at * 24_000 + 23_500 }));
const speech = new SpeechStandIn();
const speechServer = await serve((request) => speech.answer(request));
let tells = true;
const voicesServer = await serve(async (request) => answerVoices(request, tells ? TALK : []));
const acta = await startActa({
  env: {
    SPEECH_ENGINE: "openai",
    SPEECH_BASE_URL: speechServer.origin,
    SPEECH_MODEL: "whisper-1",
    VOICES_ENGINE: "container",
    VOICES_URL: voicesServer.origin,
    VOICES_TOKEN: "token-of-the-voices",
  },
});
const browser = await chromium.launch({ executablePath: process.env.ACTA_BROWSER ?? "", args: ["--no-sandbox"] });
try {
  await photographAll();
} finally {
  await browser.close();
  await acta.stop();
  await speechServer.stop();
  await voicesServer.stop();
}
process.exit(0);

/** The engine's stand-in hears a sentence each six seconds in it. */
function noise(seed: number): Uint8Array<ArrayBuffer> {
  return encodeSound(
    Int16Array.from({ length: 96 * RATE }, (_, at) => ((at * 7919 * seed) % 2000) - 1000),
    "m4a",
  );
}

/** Speaker 1 greets Marta, and Speaker 2 answers. */
function transcriptOf(people: number): Uint8Array<ArrayBuffer> {
  const cues = Array.from({ length: 3 * people }, (_, at) => {
    const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23);
    const said = at === 0 ? "Good morning, Marta, how are you?" : `We spoke about matter number ${at} and the plan.`;
    return `${clock(at * 1000)} --> ${clock(at * 1000 + 600 + (at % 7) * 50)}\n<v Speaker ${(at % people) + 1}>${said}\n`;
  });
  return new TextEncoder().encode(`WEBVTT\n\n${cues.join("\n")}`);
}

async function photographAll(): Promise<void> {
  const { origin } = acta;
  const { name, value, cookie } = await localSignIn({ appOrigin: origin });
  const video = await fixture("talk.mp4");
  const upload = (title: string, bytes: Uint8Array<ArrayBuffer>, transcript?: Uint8Array<ArrayBuffer>) =>
    uploadOverHttp({ origin, cookie, title, bytes, ...(transcript && { transcript }) });
  const meetings = new Map<string, string>();
  for (const people of [2, 8, 40])
    meetings.set(`given-${people}`, await upload(`${people} people`, video, transcriptOf(people)));
  meetings.set("found", await upload("Told apart", noise(1)));
  await settled(origin, cookie, meetings.get("found"));
  await rememberMarta(origin, cookie, meetings.get("found"));
  meetings.set("asked", await upload("The week after", noise(2)));
  await settled(origin, cookie, meetings.get("asked"));
  tells = false;
  meetings.set("none", await upload("Not told apart", new Uint8Array(markedRecording(40, "subject-002"))));
  await settled(origin, cookie, meetings.get("none"));
  for (const [width, theme, locale] of [
    [1280, "light", "en"],
    [390, "dark", "es"],
    [390, "light", "en"],
    [1280, "dark", "es"],
  ] as const) {
    const context = await browser.newContext({
      viewport: { width, height: width === 390 ? 844 : 800 },
      colorScheme: theme,
      locale,
      reducedMotion: "reduce",
    });
    await context.addCookies([{ name, value, url: origin }]);
    const page = await context.newPage();
    for (const [which, place] of [
      ["settings", "/settings/privacy#voices"],
      ["privacy", "/privacy"],
    ] as const) {
      await page.goto(`${origin}${place}`);
      await page.waitForLoadState("networkidle");
      await page.screenshot({
        path: path.join(out, `${which}-${width}-${theme}-${locale}.png`),
        fullPage: which === "privacy",
      });
    }
    for (const [which, meetId] of meetings) {
      await page.goto(`${origin}/${meetId}`);
      await page.waitForLoadState("networkidle");
      const shoot = (what: string) =>
        page.screenshot({ path: path.join(out, `${which}-${what}-${width}-${theme}-${locale}.png`) });
      await shoot("page");
      if (which === "none") continue;
      await dialogs(page, shoot);
    }
    await context.close();
  }
}

async function dialogs(page: Page, shoot: (what: string) => Promise<unknown>): Promise<void> {
  await page.locator(".present .btn").last().click();
  await page.locator("dialog:modal input").first().waitFor();
  await shoot("names");
  const agreed = page.locator("dialog:modal .check input").first();
  if ((await agreed.count()) > 0) {
    await agreed.check();
    await shoot("agreed");
  }
  await page.keyboard.press("Escape");
  await page.evaluate(() => (window.location.hash = "transcript"));
  await page.locator(".seg[id]").first().focus();
  await page.keyboard.press("e");
  const assign = page.locator(".correct .btn").last();
  await assign.waitFor();
  await shoot("correct");
  await page
    .locator(".correct .btn", { hasText: /Somebody else|Otra persona|Lo dijo/u })
    .first()
    .click({ timeout: 3000 });
  await page.locator("dialog:modal").waitFor();
  await shoot("assign");
  await page.keyboard.press("Escape");
}

/** A voice that is saved, so that the next meeting asks about it. */
async function rememberMarta(origin: string, cookie: string, meetId = ""): Promise<void> {
  const send = async (method: string, place: string, body: object) => {
    const headers = { Cookie: cookie, Origin: origin, "Content-Type": "application/json" };
    const answer = await fetch(`${origin}/api/acta/${place}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${place}: ${answer.status} ${await answer.text()}`);
  };
  await send("PUT", "user/voices", { keepDays: 365 });
  const names = [{ label: "Speaker 1", before: null, name: "Marta Puig" }];
  await send("POST", `meetings/${meetId}/speakers`, { saveId: crypto.randomUUID(), names });
  await send("POST", "user/voices", { meetId, label: "Speaker 1", name: "Marta Puig", agreed: true });
}

async function settled(origin: string, cookie: string, meetId = ""): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/api/acta/meetings/${meetId}/export/json`, { headers: { Cookie: cookie } });
    if (answer.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
