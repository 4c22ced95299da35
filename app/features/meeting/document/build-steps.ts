import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { isEndedBadly, isUnderway, type MeetingStatus } from "#app/domain/meeting/status.ts";

/** One line of the timeline: what happened, what is now, what comes. */
export type Step = {
  kind: "done" | "now" | "next" | "bad" | "skipped";
  status: MeetingStatus;
  /** When it began; null for what is still to come. */
  at: number | null;
  /** How long it took, where something took long enough to be worth a number. */
  tookMs: number | null;
  reason: string | null;
};

/** What still comes, in this order, for a meeting whose recording is an upload. */
const ROAD: readonly MeetingStatus[] = ["RECORDED", "TRANSCRIBING", "LLMING", "SUMMARIZED"];
const ROAD_PLACE: Partial<Record<MeetingStatus, number>> = {
  RECORDED: 0,
  TRANSCRIBING: 1,
  TRANSCRIPTED: 1,
  LLMING: 2,
  SUMMARIZED: 3,
};
const WORK: ReadonlySet<MeetingStatus> = new Set(["RECORDING", "TRANSCRIBING", "LLMING"]);

/** Less than this is not worth a number. */
const TOOK_MS_MIN = 1000;

/** The meeting's log as a timeline. The log is the truth: nothing is shown as done that is not in it. */
export function buildSteps({ status, timeline }: Pick<MeetingHead, "status" | "timeline">): Step[] {
  const steps: Step[] = [];
  for (const [index, entry] of timeline.entries()) {
    const next = timeline[index + 1];
    // TRANSCRIPTED is the border between two pieces of work and says nothing that the second does not say.
    if (entry.status === "TRANSCRIPTED" && next) continue;
    // A repeated entry (an attempt after a pause) is the same step going on.
    if (steps.at(-1)?.status === entry.status && !isEndedBadly(entry.status)) continue;
    const working = WORK.has(entry.status);
    // Work that broke off was not done: the line of its end says what there is to say.
    if (working && next && isBroken(next.status)) continue;
    const tookMs = working && next && next.at - entry.at >= TOOK_MS_MIN ? next.at - entry.at : null;
    steps.push({ ...entry, kind: kindOf(entry.status, !next), tookMs });
  }
  return isUnderway(status) ? [...steps, ...whatComes(status)] : steps;
}

function isBroken(status: MeetingStatus): boolean {
  return isEndedBadly(status) && status !== "SKIPPED_SUMMARY";
}

function kindOf(status: MeetingStatus, last: boolean): Step["kind"] {
  if (isBroken(status)) return "bad";
  if (status === "SKIPPED_SUMMARY") return "skipped";
  return last && isUnderway(status) ? "now" : "done";
}

function whatComes(status: MeetingStatus): Step[] {
  const place = ROAD_PLACE[status] ?? -1;
  return ROAD.slice(place + 1).map((status) => ({ kind: "next", status, at: null, tookMs: null, reason: null }));
}
