import type { BotLimits, BotOrder, PageState } from "#app/contracts/recording/recorder.ts";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { type MeetingCapture, within } from "../capture/capture-meeting.ts";
import type { Log } from "../log.ts";
import type { MeetingSession, Roster } from "../platforms/platform-adapter.ts";
import { type Company, judgeCompany, look } from "../rules/company.ts";
import { type Ending, type EndingSignal, isSilent, judgeQuiet, judgeSpeakersGone, mayHoldSpeaker } from "./ending.ts";
import { asksToStop } from "../rules/stop-request.ts";
import { pause } from "../spool/sink.ts";
import type { EventLog } from "../spool/event-log.ts";
import { isLate, type Visit, type VisitContext } from "./watch-visit.ts";

/** Compares a recording's age with its maximum: `near` is the warning before. This limit also ends a recording while people speak. */
export function judgeAge(ageMs: number, limits: BotLimits): "in-time" | "near" | "over" {
  if (ageMs >= limits.maximumMs) return "over";
  return ageMs >= limits.maximumMs - limits.warnBeforeMs ? "near" : "in-time";
}

const LOOK_MS = 1_000;
/** A piece comes every three seconds, and later when the processor is taken. */
const MIX_MS_MAX = 8_000;
const TAB_MS_MAX = 6_000;
/** A tab whose capture fails this often is not tried again: the sound matters more. */
const TAB_FAILURES_MAX = 3;
const CONNECTION_MS_MAX = 10_000;
const SAY_MS_MAX = 15_000;
const EQUAL_READS = 2;
/** A mix that does not come back after this many restarts: the page is given up. */
const MIX_RESTARTS_MAX = 2;

/** State that lasts through all visits of one bot. */
export type Recording = VisitContext & {
  order: BotOrder;
  startedAt: number;
  company: Company;
  /** Last time at which somebody was known to be there. */
  peopleAt: number;
  /** Ids of the people whom the page has marked as speaking, and the last time at which one of them was there, or may have been. */
  spoke: Set<string>;
  spokenAt: number;
  events: Pick<EventLog, "add">;
  toSay: string[];
  over: EndingSignal;
  log: Log;
  now: () => number;
  tab: { wanted: boolean; failures: number };
};

/** Records until the bot should leave, or has to join again. */
export async function recordVisit(
  recording: Recording,
  visit: Visit,
  capture: MeetingCapture,
  session: MeetingSession,
): Promise<Ending | "rejoin"> {
  const { over, now } = recording;
  const people = tellPeople(recording.events);
  const watch = { last: "admitted" as PageState, reads: 0, mixRestarts: 0 };
  await startMix(recording, visit, capture);
  const tabStarting = startTab(recording, visit, capture);
  const done = new AbortController();
  const marking = followMarks(recording, session, done.signal);
  try {
    for (;;) {
      if (over.ending) return over.ending;
      if (visit.crashed) return "rejoin";
      const said = await readPage(session, watch);
      if (said) return said;
      const roster = await within(session.people()).catch(() => null);
      if (roster) people(roster);
      const alone = judgePresence(recording, roster);
      if (alone) return alone;
      await readDetails(recording, session);
      await sayNext(recording, session);
      if (!(await keepMix(recording, visit, capture, watch))) return "rejoin";
      await keepTab(recording, visit, capture, tabStarting);
      if (visit.deadSince !== null && now() - visit.deadSince >= CONNECTION_MS_MAX) return "rejoin";
      const limit = judgeTime(recording);
      if (limit) return limit;
      noticeSilence(recording, visit, roster);
      await pause(LOOK_MS, over.signal);
    }
  } finally {
    done.abort();
    await Promise.all([tabStarting, marking]);
  }
}

/** Checks whether the bot was removed, the meeting has ended, or the page is before the call again. */
async function readPage(
  session: MeetingSession,
  watch: { last: PageState; reads: number },
): Promise<Ending | "rejoin" | null> {
  const state = await within(session.state()).catch((): PageState => "unknown");
  watch.reads = state === watch.last ? watch.reads + 1 : 1;
  watch.last = state;
  if (watch.reads < EQUAL_READS) return null;
  if (state === "ended") return { state: "left", reason: "meeting-ended" };
  if (state === "removed" || state === "denied") return { state: "left", reason: "removed" };
  return state === "pre-join" || state === "waiting" || state === "host-absent" ? "rejoin" : null;
}

/** Ends a visit when nobody is left to record, or when nothing is audible and nobody is known to be there. Never while somebody speaks. */
function judgePresence(recording: Recording, roster: Roster | null): Ending | null {
  const now = recording.now();
  const loudAt = recording.speech.loudAt();
  recording.company = look(recording.company, roster, loudAt, now);
  if (recording.company.last === "people") recording.peopleAt = now;
  if (mayHoldSpeaker(roster, recording.spoke, loudAt)) recording.spokenAt = now;
  const { limits } = recording.order;
  const reason = judgeCompany(recording.company, limits);
  if (reason) return { state: "left", reason };
  const { startedAt: admittedAt, peopleAt, spokenAt, company } = recording;
  const heard = { now, admittedAt, loudAt, waitMs: company.met ? 0 : limits.nobodyMs };
  const isOver = judgeQuiet({ ...heard, peopleAt }) || judgeSpeakersGone({ ...heard, spokenAt });
  return isOver ? { state: "left", reason: "silence" } : null;
}

function judgeTime({ order, startedAt, warnings, now }: Recording): Ending | null {
  const age = judgeAge(now() - startedAt, order.limits);
  if (age !== "in-time") warnings.set("limit-near", true);
  return age === "over" ? { state: "left", reason: "limit" } : null;
}

/** Reads the owner of each track, and whether somebody wrote "stop". */
async function readDetails({ speech, over }: Recording, session: MeetingSession): Promise<void> {
  speech.owners(await within(session.owners()).catch(() => []));
  const lines = await within(session.newChatLines()).catch(() => []);
  if (lines.some((line) => asksToStop(line.text))) over.end({ state: "left", reason: "stopped-in-call" });
}

/** As with the first announcement, nothing is said in a meeting without a chat. */
async function sayNext({ toSay, log, order }: Recording, session: MeetingSession): Promise<void> {
  const text = toSay.shift();
  if (text === undefined) return;
  const said = await within(session.say(text), SAY_MS_MAX).catch(() => false);
  log("recorder.announced", { botId: order.botId, said });
}

async function startMix({ now, log, order }: Recording, visit: Visit, capture: MeetingCapture): Promise<void> {
  visit.mix = { at: now(), looks: 0 };
  visit.reloaded = false;
  await capture.startMix().catch(() => log("recorder.capture.failed", { botId: order.botId, stream: "mix" }));
}

/**
 * Without a piece of the mix for 8 s, or after the page has loaded again, the capture starts again, as a new segment. The page stops the one
 * before only then, so no sound is missing between them, and its segment stays open for pieces that are still to come.
 */
async function keepMix(
  recording: Recording,
  visit: Visit,
  capture: MeetingCapture,
  watch: { mixRestarts: number },
): Promise<boolean> {
  const late = isLate(visit.mix, recording.now(), MIX_MS_MAX);
  if (!late && !visit.reloaded) {
    if (recording.now() - visit.mixSince > 2 * MIX_MS_MAX) watch.mixRestarts = 0;
    return true;
  }
  watch.mixRestarts += 1;
  recording.log("recorder.capture.restarted", {
    botId: recording.order.botId,
    stream: "mix",
    reloaded: visit.reloaded,
  });
  if (watch.mixRestarts > MIX_RESTARTS_MAX) return false;
  if (visit.reloaded) recording.segments.abandon("mix");
  await startMix(recording, visit, capture);
  return true;
}

async function startTab(recording: Recording, visit: Visit, capture: MeetingCapture): Promise<void> {
  if (!recording.tab.wanted) return;
  visit.tab = { at: recording.now(), looks: 0 };
  try {
    await capture.startTab();
    visit.tab = { at: recording.now(), looks: 0 };
    recording.warnings.set("video-lost", false);
  } catch {
    await failTab(recording, capture);
  }
}

async function failTab(recording: Recording, capture: MeetingCapture): Promise<void> {
  const { tab, log, order } = recording;
  tab.failures += 1;
  if (tab.failures >= TAB_FAILURES_MAX) tab.wanted = false;
  recording.warnings.set("video-lost", true);
  log("recorder.capture.failed", { botId: order.botId, stream: "tab", failures: tab.failures });
  await capture.dropTab();
  recording.segments.abandon("tab");
}

async function keepTab(
  recording: Recording,
  visit: Visit,
  capture: MeetingCapture,
  starting: Promise<void>,
): Promise<void> {
  if (!recording.tab.wanted || !isLate(visit.tab, recording.now(), TAB_MS_MAX)) return;
  await starting;
  if (!isLate(visit.tab, recording.now(), TAB_MS_MAX)) return;
  await failTab(recording, capture);
  await startTab(recording, visit, capture);
}

function noticeSilence(recording: Recording, visit: Visit, roster: Roster | null): void {
  const { speech, warnings, now } = recording;
  const silent = isSilent({
    now: now(),
    captureSince: visit.mixSince,
    loudAt: speech.loudAt(),
    toldAt: Math.max(speech.toldAt(), visit.tabLoudAt),
    others: (roster?.count ?? roster?.people.length ?? 0) > 0,
  });
  warnings.set("silent", silent);
}

/** Reads the page's own mark of the speaker, four times a second if it has one. */
async function followMarks(
  { speech, spoke, now }: Recording,
  session: MeetingSession,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const marks = await within(session.speaking()).catch(() => []);
    if (marks === null) return;
    for (const { personId } of marks) spoke.add(personId);
    speech.marks(marks, now());
    await pause(250, signal);
  }
}

/** Tells who is there, when it has changed. */
function tellPeople(events: Pick<EventLog, "add">): (roster: Roster) => void {
  let told = "";
  return (roster) => {
    const people = roster.people
      .slice(0, 1000)
      .map(({ id, name }) => ({ id: id.slice(0, 120), name: name && beginningOf(name, 200) }));
    const next = JSON.stringify([roster.count, people]);
    if (next === told) return;
    told = next;
    events.add({ type: "people", count: roster.count, people });
  };
}
