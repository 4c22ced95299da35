import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { type FaultStage, timesOf, type Wanted } from "#tests/bench/here/fault-stage.ts";

/** Recorded before a fault and after it. */
const AROUND_MS = 12_000;
const WAIT_MS_MAX = 60_000;

export type Played = {
  /** The page of the finished recording. */
  page: Page;
  wanted: Wanted;
  how: "went on by itself" | "went on with a click" | "went on from Home" | "sent from Home";
};

export type Play = {
  stage: FaultStage;
  /** Time for which the fault lasts. */
  outageMs: number;
  /** Waits for these words in the page, and notes that they were said. */
  expectSaid: (page: Page, words: string | RegExp) => Promise<void>;
};

/** One fault each, from the start of a recording to its minutes. */
export const FAULTS: Readonly<Record<string, (play: Play) => Promise<Played>>> = {
  "lost connection": async ({ stage, outageMs, expectSaid }) => {
    const page = await begun(stage, "microphone");
    await stage.context().setOffline(true);
    await expectSaid(page, "The server cannot be reached.");
    await pause(outageMs);
    await stage.context().setOffline(false);
    await page.getByText("The server cannot be reached.").waitFor({ state: "detached", timeout: WAIT_MS_MAX });
    return { page, wanted: { microphone: [await stopped(page)] }, how: "went on by itself" };
  },

  "closed tab": async ({ stage, outageMs, expectSaid }) => {
    const page = await begun(stage, "microphone");
    const from = await startOf(page);
    const to = Date.now();
    await page.close({ runBeforeUnload: false });
    await pause(outageMs);
    const again = await goOnFromHome(stage, expectSaid);
    const rest = await stopped(again);
    return { page: again, wanted: { microphone: [{ from, to }, rest] }, how: "went on from Home" };
  },

  "crashed browser without a connection": async ({ stage, outageMs, expectSaid }) => {
    const page = await begun(stage, "microphone");
    const meetId = new URL(page.url()).pathname.slice(1);
    const from = await startOf(page);
    await stage.context().setOffline(true);
    await expectSaid(page, "The server cannot be reached.");
    await pause(outageMs);
    const { killedAt, start } = await stage.kill();
    await start();
    const home = await openHome(stage);
    await expectSaid(home, /wait here$/u);
    await home.getByRole("button", { name: /^Send the/u }).click();
    await expectSaid(home, "The recording is on the server.");
    await home.goto(`${stage.origin}/${meetId}`);
    return { page: home, wanted: { microphone: [{ from, to: killedAt }] }, how: "sent from Home" };
  },

  "sleeping laptop": async ({ stage, outageMs, expectSaid }) => {
    const page = await begun(stage, "microphone");
    const from = await startOf(page);
    const to = Date.now();
    await stage.signal("SIGSTOP");
    await pause(outageMs);
    const awakeAt = Date.now();
    await stage.signal("SIGCONT");
    await expectSaid(page, /^This device slept for/u);
    await pause(AROUND_MS);
    const rest = await stopped(page);
    return {
      page,
      wanted: {
        microphone: [
          { from, to },
          { from: awakeAt, to: rest.to },
        ],
      },
      how: "went on by itself",
    };
  },

  "full disk": async ({ stage, outageMs, expectSaid }) => {
    const page = await begun(stage, "microphone");
    const session = await stage.context().newCDPSession(page);
    await session.send("Storage.overrideQuotaForOrigin", { origin: stage.origin, quotaSize: 1 });
    await expectSaid(page, /^This device has no room left/u);
    await pause(outageMs);
    await session.send("Storage.overrideQuotaForOrigin", { origin: stage.origin });
    await page.getByText("This device has no room left").waitFor({ state: "detached", timeout: WAIT_MS_MAX });
    return { page, wanted: { microphone: [await stopped(page)] }, how: "went on by itself" };
  },

  "expired session": async ({ stage, outageMs, expectSaid }) => {
    const page = await begun(stage, "microphone");
    await stage.endSession();
    await expectSaid(page, /^You are signed out\./u);
    await pause(outageMs);
    await stage.signIn();
    await page.getByText("You are signed out.").waitFor({ state: "detached", timeout: WAIT_MS_MAX });
    return { page, wanted: { microphone: [await stopped(page)] }, how: "went on by itself" };
  },

  "unplugged microphone": async ({ stage, outageMs, expectSaid }) => {
    const call = await stage.openCall();
    const page = await begun(stage, "both");
    const from = await startOf(page);
    const to = Date.now();
    // A driver can take away no more of a microphone than its permission. The browser ends the track, as for a device that is gone.
    await stage.context().clearPermissions();
    await expectSaid(page, /^The microphone is gone\./u);
    await pause(outageMs);
    await stage.context().grantPermissions(["microphone"], { origin: stage.origin });
    await page.getByRole("button", { name: "Connect a microphone" }).click();
    await page.getByText("The microphone is gone.").waitFor({ state: "detached", timeout: WAIT_MS_MAX });
    const backAt = (await timesOf(page)).microphone.at(-1) ?? Date.now();
    const all = await stopped(page);
    await call.close();
    return {
      page,
      wanted: {
        microphone: [
          { from, to },
          { from: backAt, to: all.to },
        ],
        tab: [all],
      },
      how: "went on with a click",
    };
  },

  "ended tab sharing": async ({ stage, outageMs, expectSaid }) => {
    const call = await stage.openCall();
    const page = await begun(stage, "both");
    const from = await startOf(page);
    const to = Date.now();
    await call.close();
    await expectSaid(page, /^The tab is no longer shared\./u);
    await pause(outageMs);
    const next = await stage.openCall();
    await page.bringToFront();
    await page.getByRole("button", { name: "Share the tab again" }).click();
    await page.getByText("The tab is no longer shared.").waitFor({ state: "detached", timeout: WAIT_MS_MAX });
    const backAt = (await timesOf(page)).tab.at(-1) ?? Date.now();
    const all = await stopped(page);
    await next.close();
    return {
      page,
      wanted: {
        microphone: [all],
        tab: [
          { from, to },
          { from: backAt, to: all.to },
        ],
      },
      how: "went on with a click",
    };
  },

  "second tab that records": async ({ stage, outageMs, expectSaid }) => {
    const page = await begun(stage, "microphone");
    const second = await stage.context().newPage();
    await second.goto(`${stage.origin}/?record=1`);
    await second.getByRole("dialog").getByLabel("This microphone").check();
    await second.getByRole("checkbox", { name: "Everybody in the conversation knows" }).check();
    await second.getByRole("button", { name: "Start recording" }).click();
    await expectSaid(second, "Another tab of this browser is recording. Stop there first.");
    await pause(outageMs);
    await second.close();
    return { page, wanted: { microphone: [await stopped(page)] }, how: "went on by itself" };
  },
};

async function begun(stage: FaultStage, source: "microphone" | "both"): Promise<Page> {
  const page = await stage.record(source);
  await pause(AROUND_MS);
  return page;
}

async function startOf(page: Page): Promise<number> {
  const [started] = (await timesOf(page)).started;
  if (started === undefined) throw new Error("no encoder was started");
  return started;
}

/** Records a little longer, and stops. The stretch from the page's first encoder to the stop. */
async function stopped(page: Page): Promise<{ from: number; to: number }> {
  await pause(AROUND_MS);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached", timeout: WAIT_MS_MAX });
  const { stopped: ends } = await timesOf(page);
  return { from: await startOf(page), to: ends.at(-1) ?? Date.now() };
}

async function openHome(stage: FaultStage): Promise<Page> {
  const home = await stage.context().newPage();
  await home.goto(`${stage.origin}/`);
  return home;
}

async function goOnFromHome(stage: FaultStage, expectSaid: Play["expectSaid"]): Promise<Page> {
  const home = await openHome(stage);
  await expectSaid(home, /wait here$|^A recording was interrupted$/u);
  await home.getByRole("button", { name: "Finish the recording" }).click();
  await home.getByRole("button", { name: "Stop" }).waitFor({ timeout: WAIT_MS_MAX });
  return home;
}
