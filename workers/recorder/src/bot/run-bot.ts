import type { Browser } from "playwright-core";
import type { BotState } from "#app/contracts/recording/recorder.ts";
import { within } from "../capture/capture-meeting.ts";
import { faultOf } from "../log.ts";
import { noCompany } from "../rules/company.ts";
import { pause } from "../spool/sink.ts";
import type { EventLog } from "../spool/event-log.ts";
import type { PieceSpool } from "../spool/piece-spool.ts";
import { openSegments } from "../spool/segments.ts";
import { reportSpeech } from "../speech/report-speech.ts";
import { comeIn, type EntryDeps, type Inside, oneBrowser } from "./come-in.ts";
import type { Ending } from "./ending.ts";
import { type Recording, recordVisit } from "./record-visit.ts";
import { tellWarnings } from "./bot-messages.ts";
import type { VisitContext } from "./watch-visit.ts";

/** Limit of joins in a row to a meeting that was lost; a visit longer than VISIT_LASTED_MS resets the count. */
const REJOINS_MAX = 3;
const VISIT_LASTED_MS = 10_000;
const FLUSH_MS_MAX = 6_000;
const LEAVE_MS_MAX = 4_000;
const LOST: Ending = { state: "left", reason: "recorder-lost" };

export type BotDeps = EntryDeps & {
  launch: () => Promise<Browser>;
  spool: PieceSpool;
  events: EventLog;
  /** Texts that Acta wants said in the meeting's chat, the oldest first; each is removed when it is said. */
  toSay: string[];
  tell: (state: BotState, ending?: Ending) => void;
};

/** Runs one bot, from its order until its last piece is on the disk. The caller delivers the pieces that then wait in the spool. */
export async function runBot(deps: BotDeps): Promise<Ending> {
  const { order, events, now, tell } = deps;
  const context: VisitContext = {
    segments: openSegments({ attempt: order.attempt, spool: deps.spool, events, now }),
    speech: reportSpeech(events),
    warnings: tellWarnings(events),
  };
  const browser = oneBrowser(deps.launch);
  try {
    tell("joining");
    const inside = await enter(deps, browser, context, false);
    if (!isInside(inside)) return inside;
    tell("recording");
    const recording: Recording = {
      ...context,
      order,
      events,
      now,
      over: deps.over,
      log: deps.log,
      toSay: deps.toSay,
      startedAt: now(),
      company: noCompany(now()),
      peopleAt: now(),
      spoke: new Set(),
      spokenAt: now(),
      tab: { wanted: order.video, failures: 0 },
    };
    announce(deps, inside);
    return await recordOn(deps, browser, recording, inside);
  } finally {
    await browser.close();
  }
}

/** Records, and joins again whenever the meeting was lost, until there is a reason to leave. */
async function recordOn(
  deps: BotDeps,
  browser: ReturnType<typeof oneBrowser>,
  recording: Recording,
  first: Inside,
): Promise<Ending> {
  const { order, now, log, over, tell } = deps;
  let inside: Inside | null = first;
  let failures = 0;
  for (;;) {
    if (inside) {
      const cameAt = now();
      const outcome = await recordVisit(recording, inside.visit, inside.capture, inside.session);
      if (outcome !== "rejoin") {
        tell("leaving", outcome);
        await leave(recording, inside);
        return outcome;
      }
      failures = now() - cameAt > VISIT_LASTED_MS ? 0 : failures + 1;
      await abandon(recording, inside);
    }
    if (failures >= REJOINS_MAX) return LOST;
    log("recorder.rejoining", { botId: order.botId, attempt: order.attempt, failures });
    recording.warnings.set("reconnecting", true);
    await pause(failures * 1_000, over.signal);
    const next = await enter(deps, browser, recording, true);
    if (isInside(next)) {
      inside = next;
      continue;
    }
    const ending = over.ending ?? endingAtSecondLobby(next);
    if (ending) return ending;
    inside = null;
    failures += 1;
  }
}

async function enter(
  deps: BotDeps,
  browser: ReturnType<typeof oneBrowser>,
  context: VisitContext,
  again: boolean,
): Promise<Inside | Ending> {
  if (deps.over.ending) return deps.over.ending;
  try {
    const tell = again ? () => {} : deps.tell;
    return await comeIn(deps, await browser.get(), context, { again, tell });
  } catch (error) {
    deps.log("recorder.join.failed", { botId: deps.order.botId, error: faultOf(error) });
    // It gave no page: the next visit gets a new browser.
    await browser.close();
    return { state: "failed", reason: "join-failed" };
  }
}

function isInside(entry: Inside | Ending): entry is Inside {
  return "capture" in entry;
}

/** The reason why a meeting that was lost cannot be joined again; null: joining may be tried again. The recording so far is kept. */
export function endingAtSecondLobby({ reason }: Ending): Ending | null {
  if (reason === "bad-link" || reason === "host-absent" || reason === "not-admitted") {
    return { state: "left", reason: "meeting-ended" };
  }
  if (reason === "denied" || reason === "blocked") return { state: "left", reason: "removed" };
  return reason === "join-failed" ? null : LOST;
}

function announce({ order, log }: BotDeps, { session }: Inside): void {
  if (order.announcement === "") return;
  within(session.say(order.announcement), 15_000)
    .then((said) => log("recorder.announced", { botId: order.botId, said }))
    .catch((error: unknown) => log("recorder.announced", { botId: order.botId, said: false, error: faultOf(error) }));
}

/** Flushes the last piece first: many pages stop everything when one leaves. Then leaves with the page's own button. */
async function leave(recording: Recording, { capture, session }: Inside): Promise<void> {
  const flushed = [within(capture.stopMix(), FLUSH_MS_MAX), within(capture.stopTab(), FLUSH_MS_MAX)];
  await Promise.allSettled(flushed);
  closeSegments(recording);
  await within(session.leave(), LEAVE_MS_MAX).catch(() => false);
  await capture.dropTab();
  await within(capture.close()).catch(() => {});
}

/** A page that is lost may still hold its last second. */
async function abandon(recording: Recording, { capture, session, visit }: Inside): Promise<void> {
  if (!visit.crashed) {
    await Promise.allSettled([within(capture.stopMix(), 2_000), within(capture.stopTab(), 2_000)]);
    await within(session.leave(), 2_000).catch(() => false);
  }
  closeSegments(recording);
  await within(capture.close()).catch(() => {});
}

function closeSegments({ segments, speech }: Recording): void {
  speech.end();
  segments.abandon("mix");
  segments.abandon("tab");
}
