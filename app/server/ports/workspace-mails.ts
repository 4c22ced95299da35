import type { DeliveryState } from "#app/domain/deliveries/delivery.ts";
import type { CalendarMail, FollowUp } from "#app/domain/mail/mail-content.ts";
import type { MailKind } from "#app/domain/mail/mail-kinds.ts";

/** A mail that its owner has not got. */
export type UndeliveredMail = {
  kind: MailKind;
  /** Null for a mail about no meeting, or about several. */
  meetId: string | null;
  /** `late`: it is tried again. `failed`: it was given up. */
  state: "late" | "failed";
  /** Why it was given up; null while it is tried again. */
  reason: MailFailure | null;
  /** When it was due, in epoch ms. */
  dueAt: number;
};

/** `unavailable`: the service did not take it in all the time. The others are refusals of the service (MailAnswer). */
export type MailFailure = "address" | "message" | "account" | "unavailable";

/** The mails of a workspace (workers/workspace/mail). */
export interface MailStatusStub {
  /** Those for one person, newest first. */
  undeliveredMails(userId: string): Promise<UndeliveredMail[]>;
  /** Sends a mail of minutes that was given up. False where the person has none such. */
  resendMail(asked: { key: string; userId: string }): Promise<boolean>;
}

/** The mails of all workspaces as use cases see them. */
export interface MailStatus {
  undelivered(workspaceId: string, userId: string): Promise<UndeliveredMail[]>;
  resend(workspaceId: string, asked: { key: string; userId: string }): Promise<boolean>;
}

/** Mails about calendar accounts, as a workspace's object takes them. Both may be repeated. */
export interface CalendarMailsStub {
  /** Stores the mail, to be sent soon. The same reason again changes nothing. */
  takeCalendarMail(mail: CalendarMail): Promise<void>;
  /** The account is gone: nothing is sent about it, and nothing is kept of it. */
  forgetCalendarMails(accountId: string): Promise<void>;
}

/** The digest of a person's last week. `week`: the Monday on which it is due, "2026-11-23". `isLate`: it, or the one before it, was not sent on time. */
export type WeeklyDigest = { userId: string; week: string; isLate?: boolean };

/** The digests of a workspace (workers/workspace/mail). */
export interface WeeklyDigestsStub {
  /** Stores the digest, to be sent soon. The same person's same week again changes nothing. */
  takeDigest(digest: WeeklyDigest): Promise<void>;
}

/** The digests of all workspaces as use cases see them. */
export interface WeeklyDigests {
  of(workspaceId: string): WeeklyDigestsStub;
}

/** A follow-up of a meeting of the workspace. `key`: the press of the button; the same one again sends nothing more. */
export type FollowUpAsked = { meetId: string; userId: string; key: string; to: string[]; content: FollowUp };

/** A mail of a follow-up. `at`: when it was sent; `stopped`: its reader wants none. */
export type FollowUpMail = { to: string; at: number; state: DeliveryState; reason: MailFailure | "stopped" | null };

/**
 * A follow-up that goes by itself. `planned`: at `at`; `gone`: since `at`, to those who have got it or are about to. The others say why it did not
 * go: its minutes are quotations, its person has no confirmed address, or the mails of a day were used up.
 */
export type SeriesFollowUp =
  | { state: "planned" | "quotations" | "no-address" | "too-many-mails"; at: number }
  | { state: "gone"; at: number; to: string[] };

/** The mails of a person's follow-ups, for the archive; `after` is the key of the last one. */
export type FollowUpsPage = { mails: (FollowUpMail & { meetId: string })[]; after: string | null };

/** Follow-ups of a workspace's meetings (workers/workspace/mail). The caller has authorised the call. */
export interface FollowUpsStub {
  /** Null where none is to go by itself. */
  seriesFollowUp(meetId: string): Promise<SeriesFollowUp | null>;
  /** Its person does not want this one. Nothing where it has gone. */
  stopSeriesFollowUp(meetId: string): Promise<void>;
  /** The meetings are being deleted: what waits is not sent. */
  withdrawFollowUps(meetIds: readonly string[]): Promise<void>;
  allFollowUps(asked: { userId: string; after: string | null }): Promise<FollowUpsPage>;
  hasFollowUp(asked: Pick<FollowUpAsked, "meetId" | "key">): Promise<boolean>;
  /** Stores the mails, to be sent soon. */
  sendFollowUp(asked: FollowUpAsked): Promise<void>;
  followUpsOf(asked: { meetId: string; userId: string; limit: number }): Promise<FollowUpMail[]>;
}

/** The follow-ups of all workspaces as use cases see them. */
export interface FollowUps {
  of(workspaceId: string): FollowUpsStub;
}
