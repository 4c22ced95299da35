import { assertNever } from "#app/domain/invariant.ts";
import { type EndReason, isCallReason, type MeetingStatus } from "#app/domain/meeting/status.ts";

/** The mails that Acta sends by itself. A person can switch each off. The names are stored and stand in links: never changed. */
export const MAIL_KINDS = [
  "minutes-ready",
  "recording-failed",
  "not-let-in",
  "meeting-shown",
  "retention-warning",
  "deletion-receipt",
  "calendar-reconnect",
  "join-soon",
  "join-limit",
  "payment-failed",
  "delivery-parked",
  "weekly-digest",
  "series-brief",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
/** Those about the end of one meeting. */
export type MeetingMailKind = Extract<MailKind, "minutes-ready" | "recording-failed" | "not-let-in">;

/** Those about a connected calendar account. */
export type CalendarMailKind = Extract<MailKind, "calendar-reconnect" | "join-soon" | "join-limit" | "series-brief">;

/** Whether a kind is sent to a person who never switched it. */
export const isOnAtFirst = (kind: MailKind) => !OFF_AT_FIRST.has(kind);
const OFF_AT_FIRST: ReadonlySet<MailKind> = new Set(["join-soon", "weekly-digest", "series-brief"]);

/**
 * A mail that a person wrote from their minutes and sent to others. It is no kind of a person's own: whoever gets it may have no account,
 * and stops it for their address.
 */
export const FOLLOW_UP_KIND = "follow-up";

/** The kinds that a link in a mail stops. */
export const STOPPABLE_KINDS = [...MAIL_KINDS, FOLLOW_UP_KIND] as const;
export type StoppableKind = (typeof STOPPABLE_KINDS)[number];

export function parseStoppableKind(text: string | undefined): StoppableKind | null {
  return STOPPABLE_KINDS.find((kind) => kind === text) ?? null;
}

/** The mail for a meeting in this state; null while it is under way, and when its owner ended it. */
export function mailFor(status: MeetingStatus, reason: EndReason | null): MeetingMailKind | null {
  switch (status) {
    case "SUMMARIZED":
      return "minutes-ready";
    case "REJECTED":
      return reason === "cancelled" ? null : "not-let-in";
    case "ERROR_RECORDED":
      // Acta was in the call, and the recording came to nothing.
      return isCallReason(reason) && reason !== "capture-failed" ? "not-let-in" : "recording-failed";
    case "SKIPPED_SUMMARY":
    case "ERROR_TRANSCRIPT":
    case "ERROR_SUMMARY":
      return "recording-failed";
    case "SCHEDULE":
    case "TORECORD":
    case "RECORDING":
    case "RECORDED":
    case "TRANSCRIBING":
    case "TRANSCRIPTED":
    case "LLMING":
      return null;
    default:
      return assertNever(status);
  }
}
