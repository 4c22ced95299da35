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
}

/** The mails of all workspaces as use cases see them. */
export interface MailStatus {
  undelivered(workspaceId: string, userId: string): Promise<UndeliveredMail[]>;
}
