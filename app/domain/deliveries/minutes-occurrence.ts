import type { MinutesEvent } from "#app/domain/deliveries/delivery.ts";
import { CORRECTIONS_WAIT_MS, SEND_EVENT_MS_MAX } from "#app/domain/limits/deliveries.ts";
import type { DomainEventKind } from "#app/domain/meeting/domain-events.ts";
import type { ReportedMeeting } from "#app/domain/webhooks/webhook.ts";

/** Rules of a connection for sending by itself. `since`: when `sends` was chosen. */
export type SendingRule = { sends: "by-hand" | "after-summary"; updates: boolean; since: number };

/** Kinds of domain events from which something may follow for connected accounts. */
export function mayConcernMinutes(kind: DomainEventKind): boolean {
  return kind === "status-changed" || kind === "summary-written" || isCorrection(kind);
}

function isCorrection(kind: DomainEventKind): boolean {
  return kind === "edits-changed" || kind === "tasks-changed" || kind === "details-changed";
}

/**
 * The delivery that an event causes, or null. Minutes go when they are written, if the rule says so, and again after changes, if they
 * were sent before. Changes wait for CORRECTIONS_WAIT_MS, so that one delivery brings several of them.
 */
export function minutesOccurrence(
  { id, kind, at }: { id: number; kind: DomainEventKind; at: number },
  { status, summaryAt, isSecondPart }: Pick<ReportedMeeting, "status" | "summaryAt" | "isSecondPart">,
  { sends, updates, since, wasSent, now }: SendingRule & { wasSent: boolean; now: number },
): { event: MinutesEvent; key: string; at: number; dueAt: number } | null {
  if (status !== "SUMMARIZED" || summaryAt === null || now - at > SEND_EVENT_MS_MAX) return null;
  const isWritten = kind === "status-changed" || kind === "summary-written";
  const goesByItself = sends === "after-summary" && !isSecondPart;
  if (isWritten && goesByItself && summaryAt >= since && now - summaryAt <= SEND_EVENT_MS_MAX) {
    return { event: "minutes.written", key: String(summaryAt), at: summaryAt, dueAt: now };
  }
  const isChanged = kind === "summary-written" || isCorrection(kind);
  if (!isChanged || !updates || !wasSent) return null;
  return { event: "minutes.changed", key: String(id), at, dueAt: now + CORRECTIONS_WAIT_MS };
}
