import { expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { BotOrder, BotState } from "#app/contracts/recording/recorder.ts";
import { CALL_ASK_AGAIN_MS } from "#app/domain/limits/calls.ts";
import { announcementText, guestAnnouncementText } from "#app/domain/meeting/announcement.ts";
import { machineOf } from "#tests/fixtures/meeting-pages/meeting-machines.ts";
import { askAgainWish } from "#workers/recorder/src/bot/come-in.ts";
import { endingSignal } from "#workers/recorder/src/bot/ending.ts";
import { runBot } from "#workers/recorder/src/bot/run-bot.ts";
import { choosePlatform } from "#workers/recorder/src/platforms/choose-platform.ts";
import type { EventLog } from "#workers/recorder/src/spool/event-log.ts";
import type { Sink } from "#workers/recorder/src/spool/sink.ts";
import { openBrowser } from "./meeting-browser.ts";

/** The recorder's own engine on the pages of each platform: its lobby, its rules, its chat. Sound is another test's. */

const CASES = [
  {
    platform: "meet",
    url: "https://meet.google.com/abc-defg-hij",
    denied: "Someone in the call denied your request to join",
  },
  {
    platform: "teams",
    url: "https://teams.live.com/meet/9351234567890?p=Zz1",
    denied: "Your request to join was declined",
  },
  { platform: "zoom", url: "https://app.zoom.us/wc/98765432109/join", denied: "The host has denied your request" },
  { platform: "jitsi", url: "https://meet.jit.si/ActaReview", denied: "Your join request has been rejected" },
] as const;
type Platform = (typeof CASES)[number]["platform"];

test.each(CASES)(
  "$platform: let in, announced, and out again when somebody writes “Acta, stop”",
  async ({ platform, url }) => {
    const bot = await sendBot(platform, url);
    await expect.poll(() => bot.states, { timeout: 30_000 }).toContain("waiting");
    await bot.host('go("call")');
    const announced = announcementText("ca", "Nora");
    await expect.poll(() => bot.host("messages"), { timeout: 20_000 }).toEqual([{ author: "You", text: announced }]);
    bot.toSay.push(guestAnnouncementText("ca", "Lucía Ferrer", "from-now"));
    await expect
      .poll(() => bot.host("messages"), { timeout: 20_000 })
      .toContainEqual({ author: "You", text: "A partir d'ara, Lucía Ferrer també rep les notes d'aquesta reunió." });
    await bot.host('say("Bram Nolan", "we should not stop here")');
    await expect.poll(() => bot.people(), { timeout: 10_000 }).toEqual(["Iria Soto", "Bram Nolan"]);
    await bot.host('say("Iria Soto", "Acta, stop")');
    expect(await bot.done).toEqual({ state: "left", reason: "stopped-in-call" });
    expect(bot.states).toEqual(["joining", "waiting", "recording", "leaving"]);
    expect(bot.left()).toBe(true);
  },
  90_000,
);

test.each(CASES)(
  "$platform: told to ask again, it leaves the lobby and requests admission again, and comes in as ever",
  async ({ platform, url }) => {
    const bot = await sendBot(platform, url);
    await expect.poll(() => bot.states, { timeout: 30_000 }).toEqual(["joining", "waiting"]);
    bot.askAgain();
    bot.later(CALL_ASK_AGAIN_MS);
    await expect.poll(() => bot.states, { timeout: 30_000 }).toEqual(["joining", "waiting", "joining", "waiting"]);
    expect(bot.left()).toBe(true);
    expect(await bot.host("asked")).toBe(1);
    await bot.host('go("call")');
    await expect.poll(() => bot.states.at(-1), { timeout: 30_000 }).toBe("recording");
    bot.stop();
    expect(await bot.done).toEqual({ state: "left", reason: "stopped" });
  },
  90_000,
);

test.each(CASES)(
  "$platform: a refusal ends the visit with a picture for the owner",
  async ({ platform, url, denied }) => {
    const bot = await sendBot(platform, url);
    await expect.poll(() => bot.states, { timeout: 30_000 }).toContain("waiting");
    await bot.host(`go("over", ${JSON.stringify({ text: denied })})`);
    expect(await bot.done).toEqual({ state: "failed", reason: "denied" });
    expect(bot.states).not.toContain("recording");
    expect(bot.pictures).toBe(1);
  },
  60_000,
);

async function sendBot(platform: Platform, url: string) {
  const adapter = choosePlatform(platform, { localOrigin: null, jitsiHosts: [] });
  if (!adapter) throw new Error(`no adapter for ${platform}`);
  const states: BotState[] = [];
  const events: Parameters<EventLog["add"]>[0][] = [];
  let page: Page | null = null;
  let wasLeft = false;
  const over = endingSignal();
  const askAgain = askAgainWish();
  const toSay: string[] = [];
  let laterMs = 0;
  const bot = {
    states,
    pictures: 0,
    left: () => wasLeft,
    askAgain: () => askAgain.ask(),
    toSay,
    stop: () => over.end({ state: "left", reason: "stopped" }),
    later: (ms: number) => {
      laterMs += ms;
    },
  };
  const sink: Pick<Sink, "putScreenshot"> = {
    putScreenshot: async () => {
      bot.pictures += 1;
      return true;
    },
  };
  const done = runBot({
    order: orderOf(platform, url),
    adapter,
    profile: null,
    sink: { ...unusedSink, ...sink },
    over,
    askAgain,
    toSay,
    log: () => {},
    now: () => Date.now() + laterMs,
    launch: async () =>
      browserOnMachine(platform, async (opened) => {
        page = opened;
        await opened.exposeFunction("tellLeft", () => {
          wasLeft = true;
        });
      }),
    spool: { write: () => true, waiting: () => ({ pieces: 0, bytes: 0 }), drained: async () => true, close: () => {} },
    events: { add: (event) => events.push(event), delivered: async () => true, close: () => {} },
    tell: (state) => {
      if (states.at(-1) !== state) states.push(state);
    },
  });
  return Object.assign(bot, {
    done,
    host: (line: string): Promise<unknown> => page?.evaluate(`fixture.${line}`) ?? Promise.resolve(null),
    people: () => {
      const last = events.findLast((event) => event.type === "people");
      return last?.type === "people" ? last.people.map((person) => person.name) : [];
    },
  });
}

/** Every page of this browser is the platform's machine, whatever its address. */
async function browserOnMachine(platform: Platform, opened: (page: Page) => Promise<void>): Promise<Browser> {
  const browser = await openBrowser();
  const open = browser.newContext.bind(browser);
  return Object.assign(browser, {
    newContext: async (options?: Parameters<Browser["newContext"]>[0]) => {
      const context = await open(options);
      await context.route("**/*", (route) =>
        route.fulfill({ contentType: "text/html; charset=utf-8", body: machineOf(platform) }),
      );
      context.on("page", (page) => void opened(page));
      return context;
    },
  });
}

const unusedSink: Sink = {
  putPiece: () => Promise.reject(new Error("no pieces in this test")),
  postEvents: () => Promise.reject(new Error("no events in this test")),
  putScreenshot: async () => true,
};

function orderOf(platform: Platform, url: string): BotOrder {
  return {
    botId: "bot0000000000000000000001".slice(0, 24),
    attempt: 1,
    platform,
    url,
    name: "Acta · notes for Nora",
    announcement: announcementText("ca", "Nora"),
    limits: {
      lobbyMs: 600_000,
      hostAbsentMs: 600_000,
      nobodyMs: 600_000,
      aloneMs: 60_000,
      onlyBotsMs: 600_000,
      maximumMs: 14_400_000,
      warnBeforeMs: 600_000,
    },
    video: false,
    sink: { url: "https://acta.example/api/recorder/calls/x", token: "a-token-of-this-test" },
  };
}
