import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { markedRecording, marksOf } from "#tests/support/marked-recording.ts";
import { type SpeechProcess, startSpeech } from "#tests/support/speech-process.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";
import { expect, test } from "#tests/e2e/acta-test.ts";

const SECONDS = 20 * 60;
/** 20 minutes in windows of five. */
const WINDOWS = 4;

/** An Acta of its own: killing workerd would hurt the tests beside it. */
let acta: ActaProcess;
let speech: SpeechProcess;

test.beforeAll(async () => {
  speech = await startSpeech({ SPEECH_DELAY_MS: "1500" });
  acta = await startActa({
    env: { SPEECH_ENGINE: "openai", SPEECH_BASE_URL: speech.origin, SPEECH_MODEL: "whisper-1" },
  });
});

test.afterAll(async () => {
  await acta.stop();
  await speech.stop();
});

test.use({ expectedErrors: ["WebSocket", "ERR_", "Failed to load resource", "Failed to fetch"] });

test("killed in the middle of transcription, the meeting ends as if nothing had happened", async ({ page }) => {
  test.setTimeout(180_000);
  const { name, value, cookie } = await localSignIn({ appOrigin: acta.origin });
  const bytes = new Uint8Array(markedRecording(SECONDS));
  const meetId = await uploadOverHttp({ origin: acta.origin, cookie, title: "Killed half-way", bytes });
  await page.context().addCookies([{ name, value, url: acta.origin }]);
  const subscribed = page.waitForEvent("websocket");
  await page.goto(`${acta.origin}/${meetId}`);
  await subscribed;

  await expect.poll(async () => (await speech.asked()).active, { intervals: [50] }).toBeGreaterThan(0);
  const pids = await acta.workerdPids();
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) process.kill(pid, "SIGKILL");

  // The supervisor starts it again, the object's alarm goes on by itself, and the page that stayed open is told.
  // Numbers are nothing to quote, so the minutes are empty.
  await expect(page.getByRole("status").filter({ hasText: "Completed" })).toBeVisible({ timeout: 120_000 });
  // The whole of it: the page draws the rows that are in sight.
  const exported = await page.request.get(`${acta.origin}/api/acta/meetings/${meetId}/export/txt?transcript=1`);
  const transcript = (await exported.text()).split("TRANSCRIPT").at(-1);
  expect(transcript?.match(/Mark \d+\./g)).toEqual(marksOf(SECONDS));

  const { requests } = await speech.asked();
  expect(requests).toBeGreaterThanOrEqual(WINDOWS);
  expect(requests, "each window is paid for at most once more").toBeLessThanOrEqual(2 * WINDOWS);
});
