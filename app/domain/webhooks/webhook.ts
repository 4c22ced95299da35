import { SEND_EVENT_MS_MAX } from "#app/domain/limits/deliveries.ts";
import type { DomainEventKind } from "#app/domain/meeting/domain-events.ts";
import { type EndReason, isEndedBadly, type MeetingStatus } from "#app/domain/meeting/status.ts";

/** Events that a webhook may tell. Names are on the wire and never change. */
export const WEBHOOK_EVENTS = [
  "meeting.started",
  "transcript.ready",
  "meeting.summarized",
  "meeting.failed",
  "task.changed",
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent by hand to try a webhook; it cannot be chosen. */
export const WEBHOOK_TEST = "webhook.test";
export type WebhookMessageType = WebhookEvent | typeof WEBHOOK_TEST;

/** `links`: ids, states and links only. `minutes`: also titles, tasks and minutes. */
export const WEBHOOK_CONTENTS = ["links", "minutes"] as const;
export type WebhookContent = (typeof WEBHOOK_CONTENTS)[number];

/** A meeting as webhooks tell of it, in its present state. Times are epoch ms; null for what has not happened. */
export type ReportedMeeting = {
  meetId: string;
  workspaceId: string;
  createdBy: string;
  title: string;
  startsAt: number;
  language: string;
  /** The people who spoke or were in the call, as far as their names are known. */
  people: { name: string; spoke: boolean }[];
  status: MeetingStatus;
  reason: EndReason | null;
  /** When a recording began, or an uploaded one was accepted. */
  startedAt: number | null;
  /** When the present transcript was complete. */
  transcriptAt: number | null;
  /** When an engine wrote the present minutes. */
  summaryAt: number | null;
  /** When it came into its present status. */
  changedAt: number;
  tasks: ReportedTask[];
  /** It was split from another meeting: nothing goes anywhere by itself, because its owner has it alone at first. */
  isSecondPart?: true;
};

type ReportedTask = {
  id: string;
  done: boolean;
  text: string;
  assigned: string | null;
  deadline: string | null;
  unconfirmed?: true | undefined;
};

/** One thing that happened to a meeting. `key` tells it from others of its kind: the same occurrence is told once. */
export type Occurrence = { event: WebhookEvent; key: string; at: number };

/**
 * Everything that a meeting's present state says has happened, in order. An event of the domain may come late, when the meeting has gone
 * on: its earlier steps are told too, each once.
 */
export function occurrencesOf(
  { kind, id, at }: { kind: DomainEventKind; id: number; at: number },
  meeting: ReportedMeeting,
): Occurrence[] {
  if (kind === "tasks-changed") return [{ event: "task.changed", key: String(id), at }];
  if (kind !== "status-changed" && kind !== "summary-written") return [];
  const { status, reason, startedAt, transcriptAt, summaryAt, changedAt } = meeting;
  const happened: Occurrence[] = [];
  const note = (event: WebhookEvent, key: string, at: number) => void happened.push({ event, key, at });
  if (startedAt !== null) note("meeting.started", "", startedAt);
  if (transcriptAt !== null) {
    note("transcript.ready", String(transcriptAt), transcriptAt);
  }
  if (status === "SUMMARIZED" && summaryAt !== null) {
    note("meeting.summarized", String(summaryAt), summaryAt);
  }
  // A call that its owner has called off has not failed.
  if (isEndedBadly(status) && reason !== "cancelled") {
    note("meeting.failed", String(changedAt), changedAt);
  }
  return happened;
}

/** Kinds of domain events from which something may follow for webhooks. */
export function isReported(kind: DomainEventKind): boolean {
  return kind === "status-changed" || kind === "summary-written" || kind === "tasks-changed";
}

/** `since`: when the webhook was made or resumed. Earlier changes are not told, and neither are old ones. */
export function isTold({ at }: Occurrence, { since, now }: { since: number; now: number }): boolean {
  return at >= since && now - at <= SEND_EVENT_MS_MAX;
}

/** Statuses of a meeting that has, or had, a recording. */
const STARTED: ReadonlySet<MeetingStatus> = new Set([
  "RECORDING",
  "RECORDED",
  "TRANSCRIBING",
  "TRANSCRIPTED",
  "LLMING",
  "SUMMARIZED",
]);
const BEFORE_TRANSCRIPT: ReadonlySet<MeetingStatus> = new Set(["RECORDING", "RECORDED", "TRANSCRIBING"]);
const WITH_TRANSCRIPT: ReadonlySet<MeetingStatus> = new Set(["TRANSCRIPTED", "LLMING", "SUMMARIZED"]);

/** Reads the times of a meeting's steps from the statuses that it had, oldest first. */
export function readTimes(
  timeline: readonly { at: number; status: MeetingStatus }[],
): Pick<ReportedMeeting, "startedAt" | "transcriptAt"> {
  const startedAt = timeline.find(({ status }) => STARTED.has(status))?.at ?? null;
  let transcriptAt: number | null = null;
  // Minutes that are written again do not make another transcript.
  let isAwaited = true;
  for (const { at, status } of timeline) {
    if (BEFORE_TRANSCRIPT.has(status)) isAwaited = true;
    if (!isAwaited || !WITH_TRANSCRIPT.has(status)) continue;
    transcriptAt = at;
    isAwaited = false;
  }
  return { startedAt, transcriptAt };
}
