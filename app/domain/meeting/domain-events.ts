import { assertNever } from "#app/domain/invariant.ts";
import type { MeetingEventType } from "#app/domain/meeting/events.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";

/**
 * What others are told of a meeting: search, mail, webhooks. An event carries ids and its kind, never content; whoever wants to know more
 * reads the meeting, and finds it as it is by then.
 */
export type DomainEventKind =
  | "meeting-created"
  /** Title, time, language or template. */
  | "details-changed"
  | "status-changed"
  | "transcript-changed"
  /** An engine has written the minutes, or written them again. */
  | "summary-written"
  /** A person has changed the minutes. */
  | "edits-changed"
  | "tasks-changed"
  /** The lists were rebuilt from the meetings: copies of it may have been lost as well. */
  | "meeting-restored"
  | "meeting-deleted";

/** `id` grows within one meeting. `at` is epoch ms. */
export type DomainEvent = { id: number; kind: DomainEventKind; at: number };

/** What is stored in a meeting without being an event of its machine. */
export type ManualChange =
  | "details-given"
  | "paper-written"
  | "task-ticked"
  | "summary-edited"
  | "version-brought-back"
  | "segment-corrected"
  | "speakers-named";

/** What others are told of an event of the machine. `after` is null where the meeting has gone. */
export function kindsOfTransition(
  event: MeetingEventType,
  change: { before: MeetingStatus | null; after: MeetingStatus | null; segments: boolean },
): DomainEventKind[] {
  if (change.after === null) return ["meeting-deleted"];
  const kinds: DomainEventKind[] = [];
  if (change.segments) kinds.push("transcript-changed");
  if (event === "summary-written") kinds.push("summary-written");
  // Last, so that a consumer which waits for SUMMARIZED finds the summary.
  if (change.before !== change.after) kinds.push("status-changed");
  return kinds;
}

export function kindsOfManualChange(change: ManualChange): DomainEventKind[] {
  switch (change) {
    case "details-given":
      return ["details-changed"];
    case "summary-edited":
    case "version-brought-back":
      return ["edits-changed"];
    case "segment-corrected":
    case "speakers-named":
      return ["transcript-changed", "edits-changed"];
    case "task-ticked":
      return ["tasks-changed"];
    // Written from what is known already.
    case "paper-written":
      return [];
    default:
      return assertNever(change);
  }
}

/** Of these an untold event says nothing that the next one does not say: it is replaced. */
export function isReplaceable(kind: DomainEventKind): boolean {
  switch (kind) {
    case "details-changed":
    case "transcript-changed":
    case "edits-changed":
    case "tasks-changed":
    case "meeting-restored":
      return true;
    case "meeting-created":
    case "status-changed":
    case "summary-written":
    case "meeting-deleted":
      return false;
    default:
      return assertNever(kind);
  }
}
