import { assertNever } from "#app/domain/invariant.ts";
import type { MeetingEventType } from "#app/domain/meeting/events.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";

/**
 * Kinds of events about a meeting for consumers such as search, mail and webhooks. An event carries ids and its kind, never
 * content. A consumer that needs more reads the meeting, in its state at that time.
 */
export type DomainEventKind =
  | "meeting-created"
  /** Title, time, language or template has changed. */
  | "details-changed"
  | "status-changed"
  | "transcript-changed"
  /** An engine has written the minutes, or written them again. */
  | "summary-written"
  /** A person has changed the minutes. */
  | "edits-changed"
  | "tasks-changed"
  /** The lists were rebuilt from the meetings; consumers' copies of the meeting may be lost as well. */
  | "meeting-restored"
  /** A person who was recorded objects; the meeting holds the words. */
  | "objection-made"
  /** A part of the meeting will be deleted in a few days; its plan says what and when. */
  | "deletion-near"
  | "meeting-deleted";

/** `id` grows within one meeting. `at` is epoch ms. */
export type DomainEvent = { id: number; kind: DomainEventKind; at: number };

/** A change that is stored in a meeting without an event of its machine. */
export type ManualChange =
  | "details-given"
  | "pdf-written"
  | "task-ticked"
  | "summary-edited"
  | "version-brought-back"
  | "segment-corrected"
  | "segments-assigned"
  | "speakers-named"
  | "part-removed"
  | "retention-set"
  | "deletion-warned"
  | "objection-made";

/** Returns the domain events for an event of the machine. `after` is null when the meeting was deleted. */
export function kindsOfTransition(
  event: MeetingEventType,
  change: { before: MeetingStatus | null; after: MeetingStatus | null; segments: boolean },
): DomainEventKind[] {
  if (change.after === null) return ["meeting-deleted"];
  const kinds: DomainEventKind[] = [];
  // A meeting that is merged into another one is found there, and not by itself.
  if (change.segments || event === "merge-asked" || event === "merge-ended") kinds.push("transcript-changed");
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
    case "segments-assigned":
    case "speakers-named":
      return ["transcript-changed", "edits-changed"];
    case "task-ticked":
      return ["tasks-changed"];
    // The PDF is written from stored data, so nothing has changed for consumers.
    case "pdf-written":
    case "retention-set":
      return [];
    case "part-removed":
      return ["transcript-changed"];
    case "deletion-warned":
      return ["deletion-near"];
    case "objection-made":
      return ["objection-made"];
    default:
      return assertNever(change);
  }
}

/** Tells whether a newer event of the kind replaces an unsent one, because the older one adds no information. */
export function isReplaceable(kind: DomainEventKind): boolean {
  switch (kind) {
    case "details-changed":
    case "transcript-changed":
    case "edits-changed":
    case "tasks-changed":
    case "meeting-restored":
    case "deletion-near":
      return true;
    case "meeting-created":
    case "status-changed":
    case "summary-written":
    case "objection-made":
    case "meeting-deleted":
      return false;
    default:
      return assertNever(kind);
  }
}
