import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { isEndedBadly } from "#app/domain/meeting/status.ts";
import type { BadgeKind } from "#app/ui/badge.tsx";

/** A line of a call's timeline, by the name of its words. */
export const CALL_STEPS = [
  "planned",
  "opening",
  "opened",
  "waiting",
  "hostAbsent",
  "letIn",
  "recording",
  "stopping",
  "stopped",
  "transcribing",
  "summary",
  "ended",
] as const;
export type CallStepName = (typeof CALL_STEPS)[number];

export type CallStep = {
  name: CallStepName;
  kind: "done" | "now" | "next" | "bad";
  /** Start of the step; null for a future step, or when no start was recorded. */
  at: number | null;
};

const GLYPHS = { done: "done", next: "recorded", bad: "rejected" } as const satisfies Record<string, BadgeKind>;

export function stepGlyph({ name, kind }: CallStep): BadgeKind {
  if (kind !== "now") return GLYPHS[kind];
  if (name === "recording") return "recording";
  return name === "waiting" || name === "hostAbsent" || name === "opening" ? "preparing" : "transcribing";
}

/**
 * The steps of a call, built from the meeting's log and the call object's reports. A step is shown as done only if one of
 * the two says so.
 */
export function buildCallSteps({
  status,
  call,
  timeline,
}: Pick<MeetingHead, "status" | "call" | "timeline">): CallStep[] {
  if (!call) return [];
  const began = (name: string) => timeline.findLast((entry) => entry.status === name)?.at ?? null;
  const steps: CallStep[] = [];
  const add = (name: CallStepName, kind: CallStep["kind"], at: number | null) => steps.push({ name, kind, at });

  const planned = began("SCHEDULE");
  if (planned !== null) add("planned", status === "SCHEDULE" ? "now" : "done", planned);
  const opened = began("TORECORD");
  const isInLobby = status === "TORECORD";
  const isOpening = isInLobby && (call.door === null || call.door === "connecting");
  if (opened !== null) add(isOpening ? "opening" : "opened", isOpening ? "now" : "done", opened);
  else if (status === "SCHEDULE") add("opened", "next", null);
  if (isInLobby && call.door === "waiting") add("waiting", "now", call.doorSince);
  if (isInLobby && call.door === "host-absent") add("hostAbsent", "now", call.doorSince);

  if (isEndedBadly(status)) {
    const end = timeline.at(-1);
    if (end) add("ended", "bad", end.at);
    return steps;
  }
  if (call.recordingSince !== null)
    add("recording", call.stopping || call.stoppedAt ? "done" : "now", call.recordingSince);
  else add("recording", "next", null);
  if (call.stoppedAt !== null) add("stopped", "done", call.stoppedAt);
  else if (call.stopping) add("stopping", "now", null);
  const isSummarising = status === "LLMING" || status === "TRANSCRIPTED";
  if (call.stoppedAt !== null)
    add("transcribing", isSummarising ? "done" : "now", began("TRANSCRIBING") ?? call.stoppedAt);
  add("summary", isSummarising ? "now" : "next", isSummarising ? began("LLMING") : null);
  return steps;
}
