import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";
import { startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";
const fixture = (name: string) => `tests/fixtures/${name}`;

const acta = await startActa({});
try {
  const { name, value, cookie } = await localSignIn({ appOrigin: acta.origin, person: "ines", provider: "google" });
  const said = ["Good morning, today we talk about the booking page of the clinic and the contract.", "The booking page is ready and the clinic tried it with twelve patients.", "We decided to launch the booking page on the third of March.", "Marta will send the contract to the clinic by Friday.", "The budget for the pilot stays at four thousand euros.", "Nurses asked for bigger letters on the calendar.", "Old phones cannot open the payment form yet.", "Visitors want reminders one day before they come."];
  const at = (s: number) => `00:${s.toFixed(3).padStart(6, "0")}`;
  const transcript = `WEBVTT\n\n${said.map((text, i) => `${at(i * 3)} --> ${at(i * 3 + 2.8)}\n<v ${["Ines Caron", "Marc Soler", "Nora Puig"][i % 3]}>${text}\n`).join("\n")}`;
  const video = new Uint8Array(await readFile(fixture("talk.mp4")));
  const meetId = await uploadWithTranscript({ origin: acta.origin, cookie, title: "Clinic website", video, transcript });
  const post = (path: string, body: unknown) => fetch(`${acta.origin}${path}`, { method: "POST", headers: { Cookie: cookie, Origin: acta.origin, "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const imported = (await (await post("/api/acta/imports", { meetingName: "Chairs", meetingDate: Date.now() - 86_400_000, meetLanguage: "en", file: Buffer.from(transcript).toString("base64") })).json()) as { meetId: string };
  console.log(meetId, imported);
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell", args: ["--no-sandbox", "--disable-gpu"] });
  const only = process.argv[2];
  for (const [locale, scheme] of [["en", "light"], ["es", "dark"]] as const) {
    const context = await browser.newContext({ locale: locale === "en" ? "en-GB" : "es-ES", timezoneId: "Europe/Madrid", colorScheme: scheme, reducedMotion: "reduce" });
    await context.addCookies([{ name, value, url: acta.origin }, { name: "locale", value: locale, url: acta.origin }]);
    const page = await context.newPage();
    page.on("console", (m) => console.log("console", m.type(), m.text().slice(0, 160)));
    const shoot = async (what: string) => {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.waitForTimeout(300);
        await page.screenshot({ path: `/tmp/c57-look/${what}-${locale}-${scheme}-${width}.png` });
      }
      await page.setViewportSize({ width: 1280, height: 844 });
    };
    const open = async (id: string) => {
      await page.goto(`${acta.origin}/${id}`);
      await page.waitForSelector("html[data-awake]");
      await page.waitForLoadState("networkidle");
    };
    await open(meetId);
    if (only !== "offline") {
      await shoot("meeting");
      await page.locator("details.export > summary").first().click();
      await shoot("export");
      await page.locator("details.export .export__more > summary").click();
      await shoot("export-more");
      await page.keyboard.press("Escape");
      await page.locator(".doc__bar .btn--primary").click();
      await page.waitForSelector("dialog[open]");
      await shoot("share");
      await page.keyboard.press("Escape");
      await page.keyboard.press("e");
      await page.waitForSelector(".doc__bar--edit");
      await shoot("edit");
      await page.screenshot({ path: `/tmp/c57-look/edit-full-${locale}.png`, fullPage: true });
      await page.keyboard.press("Escape");
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      for (const width of [1280, 1024, 768, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.waitForTimeout(200);
        await page.screenshot({ path: `/tmp/c57-look/large-${locale}-${width}.png` });
      }
      await open(imported.meetId);
      await page.locator(".colophon").scrollIntoViewIfNeeded();
      await shoot("imported");
      await page.goto(`${acta.origin}/history`);
      await shoot("history");
      await open(meetId);
    }
    await context.setOffline(true);
    await page.waitForTimeout(1500);
    console.log(locale, "online:", await page.evaluate(() => navigator.onLine), await page.locator(".toasts--stale").count());
    console.log(await page.evaluate(() => fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).then((r) => r.status, String)));
    await shoot("offline");
    await page.locator(".doc__bar .crumb").click();
    await page.waitForTimeout(500);
    await shoot("offline-link");
    await context.setOffline(false);
    await context.close();
  }
  await browser.close();
} finally {
  await acta.stop();
}
