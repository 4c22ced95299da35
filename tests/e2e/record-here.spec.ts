import { LOCALES } from "#app/domain/languages.ts";
import { awake, expect, loaded, test } from "#tests/e2e/acta-test.ts";
import { fits, HERE_TEXTS, meetIdOf, speak, start, stateOf } from "#tests/e2e/here-page.ts";
import { looksSound } from "#tests/e2e/looks-sound.ts";

/** A recording by the browser itself, with the microphone that Chromium invents (playwright.config.ts): it beeps once a second, as loud as can be. */
test.beforeEach(async ({ signInAs, context, origin }) => {
  await signInAs("ines");
  await context.grantPermissions(["microphone"], { origin });
});

const TITLE = "A talk in the room";

test("the dialog shows the level of the microphone, says what this browser lacks, and asks for everybody's consent", async ({
  page,
}) => {
  await page.goto("/");
  await awake(page);
  await page.getByRole("link", { name: "record here" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Record here" });
  await expect(dialog.getByRole("radio", { name: "This microphone" })).toBeChecked();
  await expect(dialog.getByRole("status")).toHaveText(/^It hears you\.$|^It is too loud\.$/);
  await expect(dialog.getByRole("button", { name: "Start recording" })).toBeDisabled();
  await looksSound(page, "here-dialog");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  for (const locale of LOCALES.filter((each) => each !== "en")) {
    await speak(page, locale);
    await page.goto("/?record=1");
    await expect(page.getByRole("dialog").getByRole("meter")).toBeVisible();
    await fits(page, locale);
  }
});

/** Run in the page before its own scripts. */
const UNABLE = {
  "no-recording": () => Reflect.deleteProperty(window, "MediaRecorder"),
  refused: () => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "NotAllowedError"));
  },
};

test("a browser that cannot record, and one that may not, say so before the start in four languages", async ({
  context,
}) => {
  for (const [name, change] of Object.entries(UNABLE)) {
    const unable = await context.newPage();
    await unable.addInitScript(change);
    for (const locale of LOCALES) {
      await speak(unable, locale);
      await unable.goto("/?record=1");
      const { lack, problem } = HERE_TEXTS[locale];
      const words = name === "refused" ? problem.refused : lack["no-recording"];
      await expect(unable.getByRole("dialog")).toContainText(words);
      if (locale === "en") await looksSound(unable, `here-${name}`);
      else await fits(unable, locale);
    }
    await unable.close();
  }
});

/** Runs in the page before its own scripts: a browser with a window, in which every shared tab hums, and whose microphones are counted. */
function standInForTabs(): void {
  Object.defineProperty(navigator, "userAgent", { value: navigator.userAgent.replace("Headless", "") });
  const { mediaDevices } = navigator;
  const openMicrophone = mediaDevices.getUserMedia.bind(mediaDevices);
  const tracks: MediaStreamTrack[] = [];
  Object.assign(window, { openMicrophones: () => tracks.filter(({ readyState }) => readyState === "live").length });
  mediaDevices.getUserMedia = async (constraints) => {
    const stream = await openMicrophone(constraints);
    tracks.push(...stream.getAudioTracks());
    return stream;
  };
  mediaDevices.getDisplayMedia = async () => {
    const context = new AudioContext();
    const tab = new MediaStreamAudioDestinationNode(context);
    const hum = new OscillatorNode(context);
    hum.connect(tab);
    hum.start();
    return tab.stream;
  };
}

test("a tab alone is recorded without the microphone that the dialog had tried", async ({ page }) => {
  await page.addInitScript(standInForTabs);
  await page.goto("/?record=1");
  const dialog = page.getByRole("dialog", { name: "Record here" });
  await expect(dialog.getByRole("radio", { name: "Both" })).toBeChecked();
  await expect(dialog.getByRole("status")).toHaveText(/^It hears you\.$|^It is too loud\.$/);
  await dialog.getByRole("radio", { name: "A tab" }).check();
  await dialog.getByRole("checkbox", { name: "Everybody in the conversation knows" }).check();
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await expect(page.getByRole("meter", { name: "Level of the tab" })).toBeVisible();
  await expect(page.getByRole("meter")).toHaveCount(1);
  expect(await page.evaluate("openMicrophones()")).toBe(0);
  const meetId = meetIdOf(page);
  await expect.poll(async () => (await stateOf(page, meetId)).safeMs).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.poll(async () => (await stateOf(page, meetId)).status).not.toBe("ready");
});

test("a dialog that is closed while its recording begins leaves no recording", async ({ page }) => {
  let begin = () => {};
  const held = new Promise<void>((resolve) => {
    begin = resolve;
  });
  await page.route("**/api/acta/here", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/?record=1");
  const dialog = page.getByRole("dialog", { name: "Record here" });
  await dialog.getByRole("checkbox", { name: "Everybody in the conversation knows" }).check();
  const asked = page.waitForRequest("**/api/acta/here");
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await asked;
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  const abandoned = page.waitForResponse((response) => response.request().method() === "DELETE");
  begin();
  expect((await abandoned).status()).toBe(204);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Another tab of this browser is recording")).toHaveCount(0);
});

test("a microphone that does not answer, or that another program holds, is said and can be opened again", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const openMicrophone = mediaDevices.getUserMedia.bind(mediaDevices);
    const answers = [
      () => new Promise<MediaStream>(() => {}),
      () => Promise.reject<MediaStream>(new DOMException("Could not start audio source", "NotReadableError")),
    ];
    mediaDevices.getUserMedia = (constraints) => (answers.shift() ?? (() => openMicrophone(constraints)))();
  });
  await page.goto("/?record=1");
  const dialog = page.getByRole("dialog", { name: "Record here" });
  await dialog.getByRole("checkbox", { name: "Everybody in the conversation knows" }).check();
  await expect(dialog.getByRole("status")).toHaveText(/^The microphone does not answer\./);
  await expect(dialog.getByRole("button", { name: "Start recording" })).toBeDisabled();
  await looksSound(page, "here-problem");
  await dialog.getByRole("button", { name: "Try again" }).press("Enter");
  // One more that fails, which is not said, because the next attempt follows by itself.
  await expect(dialog.getByRole("status")).toHaveText(/^It hears you\.$|^It is too loud\.$/);
  await expect(dialog.getByRole("button", { name: "Start recording" })).toBeEnabled();
});

test("a recording arrives while it goes on, with a note and a small window, and stop leads to the minutes", async ({
  page,
  context,
}) => {
  const meetId = await start(page, TITLE);
  await expect(page.getByRole("meter")).toBeVisible();
  await page.getByRole("textbox", { name: /^Note at/ }).fill("Ask for the second file");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Ask for the second file" })).toBeVisible();
  await expect.poll(async () => (await stateOf(page, meetId)).safeMs).toBeGreaterThan(0);
  await looksSound(page, "here-running");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("paused", { exact: true })).toBeVisible();
  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: "Small window above all others" }).click();
  const small = await opened;
  await expect(small.getByText(TITLE)).toBeVisible();
  await small.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  // A note that was not kept yet is kept by the end.
  await page.getByRole("textbox", { name: /^Note at/ }).fill("Send the rest on Friday");
  const closed = small.waitForEvent("close");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await closed;
  await expect.poll(async () => (await stateOf(page, meetId)).status).not.toBe("ready");
  const { notes } = await stateOf(page, meetId);
  expect(notes.map(({ text }) => text)).toEqual(["Ask for the second file", "Send the rest on Friday"]);
  await page.goto("/");
  await awake(page);
  await expect(page.getByText("A recording was interrupted")).toHaveCount(0);
});

test("a recording that is stopped on another device stops in its tab, and all of it arrives", async ({
  page,
  context,
}) => {
  const meetId = await start(page, TITLE, "ca");
  await fits(page, "ca");
  await expect.poll(async () => (await stateOf(page, meetId)).safeMs).toBeGreaterThan(0);
  await speak(page, "en");
  const finished = page.waitForRequest(`**/api/acta/here/${meetId}/finish`);
  const other = await context.newPage();
  await other.goto(`/${meetId}`);
  await awake(other);
  const stop = other.getByRole("button", { name: "Stop" });
  await loaded(stop);
  await stop.click();
  // A page that has nothing left to send tells the number of pieces; one whose piece was refused tells null.
  expect((await finished).postDataJSON()).toMatchObject({ tracks: expect.any(Array) });
  await expect(page.getByRole("button", { name: HERE_TEXTS.ca.stop })).toHaveCount(0);
  await expect(page.getByText(HERE_TEXTS.ca.trouble.gone)).toHaveCount(0);
  await expect.poll(async () => (await stateOf(page, meetId)).status).toBe("over");
  await other.close();
});

test("a recording whose meeting is deleted elsewhere says so on whatever page its tab shows", async ({
  page,
  context,
  origin,
  expectedErrors,
}) => {
  // The answer to the piece after the deletion.
  expectedErrors.push("status of 404");
  const meetId = await start(page, TITLE, "es");
  await fits(page, "es");
  await expect.poll(async () => (await stateOf(page, meetId)).safeMs).toBeGreaterThan(0);
  await page.locator("a[href='/history']").first().click();
  await expect(page.getByRole("region", { name: TITLE })).toBeVisible();
  const deleted = await context.request.delete(`/api/acta/meetings/${meetId}`, { headers: { Origin: origin } });
  expect(deleted.ok()).toBe(true);
  await expect(page.locator(".toast")).toContainText(HERE_TEXTS.es.trouble.gone);
  await expect(page.getByRole("region", { name: TITLE })).toHaveCount(0);
});

/** Runs in a page: it holds what a tab holds that records, for every account of this browser. */
async function holdRecorder(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  // TypeScript's DOM does not know how folders are listed.
  const folder = (await root.getDirectoryHandle("acta-here")) as unknown as { keys(): AsyncIterable<string> };
  for await (const account of folder.keys()) {
    await new Promise<void>((held) => {
      void navigator.locks.request(`acta-here.${account}`, () => {
        held();
        return new Promise<void>(() => {});
      });
    });
  }
}

test("a tab that closed in the middle leaves its recording on Home, where it goes on and ends", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push("Failed to load resource", "WebSocket");
  const meetId = await start(page, TITLE);
  await expect.poll(async () => (await stateOf(page, meetId)).safeMs).toBeGreaterThan(0);
  // The network is gone, and then the tab.
  await context.setOffline(true);
  await expect(page.getByText("The server cannot be reached.")).toBeVisible();
  page.on("dialog", (dialog) => void dialog.accept());
  await speak(page, "fr");
  await page.close({ runBeforeUnload: false });
  await context.setOffline(false);

  const again = await context.newPage();
  for (const locale of LOCALES.toReversed()) {
    await again.goto("/");
    await expect(again.locator(".waits")).toContainText(TITLE);
    await fits(again, locale);
    await speak(again, LOCALES[LOCALES.indexOf(locale) - 1] ?? "en");
  }
  await awake(again);
  const waits = again.getByRole("region", { name: /wait here$/ });
  await expect(waits).toContainText(`“${TITLE}”`);
  await looksSound(again, "here-waiting");

  // A tab that records or sends is not disturbed: "Send" says so, and signing out asks.
  const busy = await context.newPage();
  await busy.goto("/tasks");
  await busy.waitForFunction(() => document.querySelector("html[data-search-key]") !== null);
  await busy.evaluate(holdRecorder);
  await waits.getByRole("button", { name: /^Send the/ }).click();
  await expect(waits).toContainText("Another tab of this browser is recording or sending.");
  await busy.keyboard.press("Control+k");
  // Letters that are typed before the box is there go nowhere.
  await expect(busy.getByRole("combobox")).toBeFocused();
  await busy.keyboard.type("sign out");
  await busy.getByRole("option", { name: "Sign out", exact: true }).click();
  const question = busy.getByRole("dialog", { name: "A recording is running" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await expect(busy).toHaveURL(/\/tasks$/);
  await busy.close();
  await waits.getByRole("button", { name: "Finish the recording" }).click();
  await expect(again).toHaveURL(new RegExp(`/${meetId}$`));
  const { safeMs } = await stateOf(again, meetId);
  await expect.poll(async () => (await stateOf(again, meetId)).safeMs).toBeGreaterThan(safeMs);
  // A second tab sees that this one records.
  const second = await context.newPage();
  await second.goto("/?record=1");
  await awake(second);
  await second.getByRole("checkbox", { name: "Everybody in the conversation knows" }).check();
  await second.getByRole("button", { name: "Start recording" }).click();
  await expect(second.getByRole("alert")).toHaveText("Another tab of this browser is recording. Stop there first.");
  await second.close();
  await again.getByRole("button", { name: "Stop" }).click();
  await expect.poll(async () => (await stateOf(again, meetId)).status).not.toBe("ready");
});
