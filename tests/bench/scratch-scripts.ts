import { chromium } from "@playwright/test";
import { uploadLongMeeting } from "#tests/bench/meeting-page/upload-long-meeting.ts";
import { startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const acta = await startActa({ env: { SPEECH_ENGINE: "none" } });
try {
  const { cookie, name, value } = await localSignIn({ appOrigin: acta.origin });
  const meetId = await uploadLongMeeting({ origin: acta.origin, cookie, cues: 400, durationMs: 3_600_000, title: "x" });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies([{ name, value, url: acta.origin }]);
  for (const path of [`/${meetId}`, "/settings"]) {
    const page = await context.newPage();
    await page.goto(`${acta.origin}${path}`);
    await page.waitForFunction(() => document.documentElement.dataset.awake === "");
    await page.waitForTimeout(6000);
    const all = await page.evaluate(() => performance.getEntriesByType("resource").filter((e) => e.name.endsWith(".js")).map((e) => [e.name.replace(/.*assets\//, ""), Math.round(e.startTime), (e as PerformanceResourceTiming).encodedBodySize] as const));
    console.log(path, all.length, all.reduce((s, [, , b]) => s + b, 0));
    for (const [n, t, b] of all) console.log(t, b, n);
    await page.screenshot({ path: `/tmp/e58-${path.length > 10 ? "meeting" : "settings"}.png` });
    await page.close();
  }
} finally { await browser.close(); await acta.stop(); }
