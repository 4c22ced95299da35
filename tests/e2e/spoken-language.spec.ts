import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { awake, expect, expectAccessible, fixture, test } from "#tests/e2e/acta-test.ts";
import { localSignIn } from "#tests/support/local-sign-in.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

/** A meeting spoken in English although Spanish was chosen; on a phone. */
const LINES = 300;
test.use({ viewport: { width: 390, height: 844 } });

function transcript(): string {
  const stamp = (line: number) =>
    `00:00:${String(Math.floor(line / 20)).padStart(2, "0")}.${String((line % 20) * 50).padStart(3, "0")}`;
  const cues = Array.from(
    { length: LINES },
    (_, line) =>
      `${stamp(line)} --> ${stamp(line + 1)}\nWe have decided what this is about, and berth ${line} will be painted.\n`,
  );
  return `WEBVTT\n\n${cues.join("\n")}`;
}

let meeting: { meetId: string; name: string; value: string } | null = null;

async function open(page: Page, origin: string): Promise<void> {
  if (!meeting) {
    const { name, value, cookie } = await localSignIn({ appOrigin: origin, person: "marc", provider: "google" });
    const video = new Uint8Array(await readFile(fixture("talk.mp4")));
    const meetId = await uploadWithTranscript({
      origin,
      cookie,
      title: "Berths",
      video,
      transcript: transcript(),
      language: "es",
    });
    meeting = { meetId, name, value };
  }
  const { meetId, name, value } = meeting;
  await page.context().addCookies([{ name, value, url: origin }]);
  await page.goto(`/${meetId}`);
  await awake(page);
}

test("the page says that the recording is in another language than the chosen one", async ({ page, origin }) => {
  await open(page, origin);
  const note = page.getByText(
    "The recording seems to be in English, while Spanish was chosen; these minutes quote it in English.",
  );
  await expect(note).toBeVisible();
  await expectAccessible(page);
  if (process.env.ACTA_SHOTS) await page.screenshot({ path: `${process.env.ACTA_SHOTS}/spoken-note.png` });
});
