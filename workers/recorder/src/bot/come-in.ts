import type { Browser } from "playwright-core";
import type { BotOrder, PageState } from "#app/contracts/recording/recorder.ts";
import { CALL_ASK_AGAIN_MS, CALL_ASKS_AGAIN_MAX } from "#app/domain/limits/calls.ts";
import { captureMeeting, type MeetingCapture, within } from "../capture/capture-meeting.ts";
import { faultOf, type Log } from "../log.ts";
import type { MeetingSession, PlatformAdapter } from "../platforms/platform-adapter.ts";
import { type LobbyBotState, lobbyBudgetMs, waitInLobby } from "./lobby.ts";
import type { Sink } from "../spool/sink.ts";
import type { Ending, EndingSignal } from "./ending.ts";
import { newVisit, takeEvent, type Visit, type VisitContext } from "./watch-visit.ts";

/** A person's request that the bot leave the lobby and request admission again. One at a time: it is kept until the lobby can answer it. */
export type AskAgain = {
  ask(): void;
  /** Whether to request admission again now. A request too soon after the last one, or over the limit, is dropped. */
  isDue(state: PageState, waitingSince: number | null, now: number): boolean;
};

export function askAgainWish(): AskAgain {
  let wished = false;
  let asked = 0;
  return {
    ask() {
      wished = true;
    },
    isDue(state, waitingSince, now) {
      // While a page loads or shows another state, the bot does not wait for admission there; the request is kept.
      if (!wished || (state !== "waiting" && state !== "nobody-answered")) return false;
      wished = false;
      // Hosts turn away a bot that requests admission all the time, and platforms block it for good.
      const isTooSoon = state === "waiting" && (waitingSince === null || now - waitingSince < CALL_ASK_AGAIN_MS);
      if (isTooSoon || asked >= CALL_ASKS_AGAIN_MAX) return false;
      asked += 1;
      return true;
    },
  };
}

/** Shorter limit for an unknown page in the lobby, for a meeting that the bot was in already. */
const REJOIN_STRANGE_MS_MAX = 12_000;
const OPEN_MS_MAX = 45_000;

export type Inside = { capture: MeetingCapture; session: MeetingSession; visit: Visit };

export type EntryDeps = {
  order: BotOrder;
  adapter: PlatformAdapter;
  profile: string | null;
  sink: Sink;
  over: EndingSignal;
  askAgain?: AskAgain;
  log: Log;
  now: () => number;
};

/** One browser, started again when it is gone or was closed. */
export function oneBrowser(launch: () => Promise<Browser>) {
  let browser: Browser | null = null;
  return {
    async get(): Promise<Browser> {
      if (!browser?.isConnected()) browser = await launch();
      return browser;
    },
    async close(): Promise<void> {
      const was = browser;
      browser = null;
      if (was) await within(was.close(), 5_000).catch(() => {});
    },
  };
}

/** Opens a new page at the meeting's address and waits in its lobby. An ending tells why the bot is not inside; its page is closed. */
export async function comeIn(
  deps: EntryDeps,
  browser: Browser,
  context: VisitContext,
  visitor: { again: boolean; tell: (state: LobbyBotState) => void },
): Promise<Inside | Ending> {
  const { order, adapter, over, now } = deps;
  const visit = newVisit(now());
  const onCrash = () => {
    visit.crashed = true;
  };
  browser.once("disconnected", onCrash);
  const capture = await captureMeeting({
    browser,
    adapter,
    profile: deps.profile,
    onEvent: (event) => takeEvent(visit, event, { ...context, now }),
    onCrash,
  });
  let ending: Ending;
  try {
    const session = await adapter.enter(capture.page, { url: order.url, name: order.name, video: order.video });
    await within(session.open(), OPEN_MS_MAX);
    const answer = await waitInLobby({
      session,
      limits: { ...order.limits, lobbyMs: lobbyBudgetMs(order.platform, order.limits) },
      staysHostAbsent: adapter.reopenWhileHostAbsent ?? false,
      over,
      now,
      tell: visitor.tell,
      crashed: () => visit.crashed,
      ...(deps.askAgain ? { askAgain: deps.askAgain } : {}),
      ...(visitor.again ? { strangeMsMax: REJOIN_STRANGE_MS_MAX } : {}),
    });
    if (answer === "admitted") return { capture, session, visit };
    ending = answer;
    if (over.ending) await within(session.leave(), 3_000).catch(() => false);
    else if (!visitor.again) await keepScreenshot(deps, capture);
  } catch (error) {
    deps.log("recorder.join.failed", { botId: order.botId, error: faultOf(error) });
    ending = over.ending ?? { state: "failed", reason: "join-failed" };
    if (!visitor.again) await keepScreenshot(deps, capture);
  }
  await within(capture.close()).catch(() => {});
  return ending;
}

/** Sends a screenshot of the lobby, for the meeting's owner. */
async function keepScreenshot({ sink, log, order }: EntryDeps, { page }: MeetingCapture): Promise<void> {
  try {
    await sink.putScreenshot(new Uint8Array(await page.screenshot({ timeout: 5_000 })));
  } catch (error) {
    log("recorder.screenshot.failed", { botId: order.botId, error: faultOf(error) });
  }
}
