import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { isEndedBadly, isUnderway, type MeetingStatus } from "#app/domain/meeting/status.ts";

/** One line of the timeline: a past, current or future step. */
export type Step = {
  kind: "done" | "now" | "next" | "bad" | "skipped";
  status: MeetingStatus;
  /** Start of the step; null for a future step. */
  at: number | null;
  /** Duration in ms; null when it was too short to be shown. */
  tookMs: number | null;
  reason: string | null;
};

/** The steps of an uploaded meeting, in order. */
const ROAD: readonly MeetingStatus[] = ["RECORDED", "TRANSCRIBING", "LLMING", "SUMMARIZED"];
const ROAD_PLACE: Partial<Record<MeetingStatus, number>> = {
  RECORDED: 0,
  TRANSCRIBING: 1,
  TRANSCRIPTED: 1,
  LLMING: 2,
  SUMMARIZED: 3,
};
const WORK: ReadonlySet<MeetingStatus> = new Set(["RECORDING", "TRANSCRIBING", "LLMING"]);

/** Shorter durations are not shown. */
const TOOK_MS_MIN = 1000;

/** The meeting's log as a timeline. A step is shown as done only if the log contains it. */
export function buildSteps({ status, timeline }: Pick<MeetingHead, "status" | "timeline">): Step[] {
  const steps: Step[] = [];
  for (const [index, entry] of timeline.entries()) {
    const next = timeline[index + 1];
    // TRANSCRIPTED only separates two pieces of work and adds nothing to the entry after it.
    if (entry.status === "TRANSCRIPTED" && next) continue;
    // A repeated entry (an attempt after a pause) continues the same step.
    if (steps.at(-1)?.status === entry.status && !isEndedBadly(entry.status)) continue;
    const working = WORK.has(entry.status);
    // Interrupted work is not done: the line of its failure replaces it.
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
