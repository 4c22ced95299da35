import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { type FileServer, sendFile, startFileServer } from "#tests/support/file-server.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadOverHttp } from "#tests/support/upload-over-http.ts";
import { transcriptAnswer, unpackTranscript } from "#app/contracts/meeting/transcript-answer.ts";
import {
  countWordErrors,
  encodeSound,
  hasRealVoices,
  joinSounds,
  plainWords,
  RATE,
  readSentences,
  samplesOf,
  WHISPER_BASE,
} from "#tests/support/real-voices.ts";
import { bytesOf, DETECTOR, modelNamed } from "#workers/local/speech/models.mjs";
import { awake, expect, expectAccessible, fixture, test } from "#tests/e2e/acta-test.ts";

/** `npm start` as it is without any configuration, but for where the speech model comes from. */

async function upload(acta: ActaProcess, name: string) {
  const { name: cookieName, value, cookie } = await localSignIn({ appOrigin: acta.origin });
  const bytes = new Uint8Array(await readFile(fixture(name)));
  const meetId = await uploadOverHttp({ origin: acta.origin, cookie, title: "Heard on this machine", bytes });
  return { meetId, cookie: { name: cookieName, value, url: acta.origin } };
}

test.describe("a model that is being fetched", () => {
  /** The real size of the first file of the model `tiny`, of which 90 % are sent, and then no more until the test says so. */
  const FIRST_BYTES = DETECTOR.bytes;
  const TINY_BYTES = bytesOf(modelNamed("tiny"));
  const SENT_BYTES = Math.ceil(FIRST_BYTES * 0.9);
  const PERCENT = Math.floor((SENT_BYTES / TINY_BYTES) * 100);
  let acta: ActaProcess;
  let models: FileServer;
  let folder = "";
  let breakOff = () => {};

  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "acta-models-"));
    const file = new Uint8Array(FIRST_BYTES);
    let broken = false;
    const open = new Set<() => void>();
    models = await startFileServer((request, response, count) => {
      if (count > 1 && broken) return response.writeHead(404).end();
      if (count > 1) return sendFile(file, request, response);
      response.writeHead(200, { "Content-Length": FIRST_BYTES });
      response.write(file.subarray(0, SENT_BYTES));
      open.add(() => response.destroy());
    });
    breakOff = () => {
      broken = true;
      for (const end of open) end();
    };
    acta = await startActa({
      env: {
        SPEECH_ENGINE: "",
        ACTA_SPEECH_MODEL: "tiny",
        ACTA_SPEECH_MODEL_URL: models.origin,
        ACTA_SPEECH_MODEL_DIR: folder,
      },
    });
  });

  test.afterAll(async () => {
    await acta.stop();
    await models.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.use({ expectedErrors: ["WebSocket", "ERR_"] });

  test("the page shows how far it is; where it breaks, what to do; one click goes on from there", async ({ page }) => {
    test.setTimeout(180_000);
    const { meetId, cookie } = await upload(acta, "talk.mp4");
    await page.context().addCookies([cookie]);
    await page.goto(`${acta.origin}/${meetId}`);
    await expect(page.getByText(`First the speech model is fetched, once (105 MB): ${PERCENT}\u00a0%`)).toBeVisible({
      timeout: 60_000,
    });
    await expectAccessible(page);

    breakOff();
    await expect(page.getByText("The speech model could not be fetched or read").first()).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByText("The recording is kept and can be played.")).toBeVisible();
    await page.getByText("For whoever runs this server").click();
    await expect(page.getByText("ACTA_SPEECH_MODEL_PATH")).toBeVisible();
    await expectAccessible(page);

    const asked = models.ranges.length;
    await awake(page);
    await page.getByRole("button", { name: "Transcribe again" }).click();
    await expect.poll(() => models.ranges.length).toBeGreaterThan(asked);
    expect(models.ranges.at(-1), "what has arrived is not fetched again").toBe(`bytes=${SENT_BYTES}-`);
  });
});

test.describe("a model that somebody has", () => {
  test.skip(!hasRealVoices, "needs real weights: the test command names what it leaves out");
  let acta: ActaProcess;

  test.beforeAll(async () => {
    acta = await startActa({ env: { SPEECH_ENGINE: "", ACTA_SPEECH_MODEL_PATH: WHISPER_BASE } });
  });

  test.afterAll(async () => {
    await acta?.stop();
  });

  test("real speech becomes a transcript piece by piece, from which the minutes are made", async ({ page }) => {
    test.setTimeout(300_000);
    const sentences = readSentences("es");
    const { pcm } = joinSounds(
      [...sentences, ...sentences].map((sentence) => samplesOf(sentence)),
      0.8,
    );
    const { name, value, cookie } = await localSignIn({ appOrigin: acta.origin });
    const bytes = encodeSound(pcm, "m4a");
    const upload = { origin: acta.origin, cookie, title: "Readers", bytes, language: "es" };
    const meetId = await uploadOverHttp(upload);
    await page.context().addCookies([{ name, value, url: acta.origin }]);
    await page.goto(`${acta.origin}/${meetId}`);
    const transcript = page.locator("#transcript");
    await expect(transcript.getByText("Se recomienda enfáticamente a los viajeros").first()).toBeVisible({
      timeout: 240_000,
    });
    await expect(page.locator("#minutes")).toBeVisible({ timeout: 240_000 });
    await expectAccessible(page);
    const log = () => readFile(path.join(acta.dataDir, "logs/speech.log"), "utf8");
    await expect.poll(log, { timeout: 120_000 }).toContain('"event":"speech.window"');
    const written = await log();
    expect(written).toContain('"event":"speech.ready","model":"folder-whisper-base"');
    expect(written, "logs hold no words").not.toContain("viajeros");
  });

  // Catalan is named: by itself, a sentence of it is often heard as Spanish. Bounds as in tests/codecs/speech/real-voices.test.ts.
  test("four languages and a silence become what was said in them, and its moments are right", async ({ page }) => {
    test.setTimeout(600_000);
    const readings = [
      { language: "en", count: 8, spoken: "auto", errorsMax: 0.15 } as const,
      { language: "es", count: 6, spoken: "auto", errorsMax: 0.14 } as const,
      { language: "ca", count: 4, spoken: "ca", errorsMax: 0.45 } as const,
      { language: "fr", count: 6, spoken: "auto", errorsMax: 0.4 } as const,
    ].map(({ language, count, spoken, errorsMax }) => {
      const sentences = readSentences(language).slice(0, count);
      const { pcm, starts } = joinSounds(sentences.map(samplesOf), 0.9);
      return { language, sentences, starts, errorsMax, spoken, bytes: encodeSound(pcm, "m4a") };
    });
    const silent = encodeSound(new Int16Array(20 * RATE), "m4a");
    const { name, value, cookie } = await localSignIn({ appOrigin: acta.origin });
    await page.context().addCookies([{ name, value, url: acta.origin }]);
    const send = (title: string, bytes: Uint8Array<ArrayBuffer>, language: string) =>
      uploadOverHttp({ origin: acta.origin, cookie, title, bytes, language });
    const meetIds = await Promise.all(readings.map(({ language, bytes, spoken }) => send(language, bytes, spoken)));
    const silence = await send("Silence", silent, "auto");

    const whole = async (meetId: string) => {
      await page.goto(`${acta.origin}/${meetId}`);
      await expect(page.getByText("You can close this page: the work goes on.")).toBeHidden({ timeout: 500_000 });
      const answer = await page.request.get(`${acta.origin}/api/acta/meetings/${meetId}/transcript`);
      return unpackTranscript(transcriptAnswer.parse(await answer.json()));
    };
    for (const [place, { language, sentences, starts, errorsMax }] of readings.entries()) {
      const segments = await whole(meetIds[place] ?? "");
      const wanted = plainWords(sentences.map(({ text }) => text).join(" "));
      const heard = plainWords(segments.map(({ text }) => text).join(" "));
      expect(countWordErrors(wanted, heard) / wanted.length, language).toBeLessThanOrEqual(errorsMax);
      // A line that is pressed is heard: each sentence has a line that begins within it.
      for (const [at, { seconds }] of sentences.entries()) {
        const [from, until] = [(starts[at] ?? 0) * 1000, ((starts[at] ?? 0) + seconds) * 1000];
        const begun = segments.filter(({ startMs }) => startMs >= from - 300 && startMs < until);
        expect(begun.length, `lines of sentence ${at} in ${language}`).toBeGreaterThan(0);
      }
    }
    await page.goto(`${acta.origin}/${silence}`);
    await expect(page.getByText("Nobody can be heard in this recording").first()).toBeVisible({ timeout: 120_000 });
  });
});
