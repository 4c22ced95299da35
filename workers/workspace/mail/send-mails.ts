import { backOffDelayMs } from "#app/domain/back-off.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { MAIL_ATTEMPT_MS_MAX, MAIL_BACK_OFF, MAIL_QUOTA_RETRY_MS, MAIL_TRY_MS_MAX } from "#app/domain/limits/mail.ts";
import { ALARM_CLAIM_MS_MAX } from "#app/domain/limits/steps.ts";
import {
  type CalendarMail,
  type CalendarMailContent,
  type DigestContent,
  type FollowUp,
  type MailableEnd,
  type MailableMeeting,
  mailKey,
  type ParkedMail,
  type ParkedMailContent,
} from "#app/domain/mail/mail-content.ts";
import type { PlannedMeeting } from "#app/domain/privacy/retention.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import type { MailFailure, WeeklyDigest } from "#app/server/ports/workspace-mails.ts";
import type { Mail, MailAnswer, Mailer } from "#app/server/ports/mailer.ts";
import { countAttempt, dueRows, type OutboxRow, postpone, removeRow } from "#workers/durable/outbox.ts";
import { withTimeLimit } from "#workers/durable/runner.ts";
import type { CalendarMailEffect } from "#workers/workspace/mail/calendar-mails.ts";
import {
  forgetWarned,
  plannedFor,
  readWarning,
  type WarningContent,
  type WarningEffect,
} from "#workers/workspace/mail/deletion-warnings.ts";
import { endFollowUp, type FollowUpEffect, readFollowUp } from "#workers/workspace/mail/follow-ups.ts";
import {
  type MailEffect,
  mailState,
  type MeetingMailEffect,
  saveMailState,
} from "#workers/workspace/mail/mail-store.ts";
import type { SeriesDeps } from "#workers/workspace/mail/series-follow-ups.ts";
import type { ParkedMailEffect } from "#workers/workspace/mail/parked-mails.ts";
import type { DigestEffect } from "#workers/workspace/mail/weekly-digests.ts";

/** The way of a workspace's mails to the meetings, the people and the mail service. */
export type MailDeps = SeriesDeps & {
  /** Null when no mail is sent. */
  mailer: Mailer | null;
  /** The kind and time of a mail about a meeting in its present state; null where it is gone, or has not ended. */
  readEnd: (meetId: MeetId) => Promise<MailableEnd | null>;
  /** The whole content of such a mail. */
  read: (meetId: MeetId) => Promise<MailableMeeting | null>;
  /** The mail as it is to be sent now; null where nobody is to get it. */
  prepare: (meeting: MailableMeeting) => Promise<Omit<Mail, "idempotencyKey"> | null>;
  /** The deletions ahead by a meeting's rule; null where the meeting is gone. */
  readPlan: (meetId: MeetId) => Promise<PlannedMeeting | null>;
  /** The same as `prepare` for a warning to a person. */
  prepareWarning: (userId: string, content: WarningContent) => Promise<Omit<Mail, "idempotencyKey"> | null>;
  /** The content of a mail about a calendar account as it is now; null where its reason is gone. */
  readCalendar: (mail: CalendarMail) => Promise<CalendarMailContent | null>;
  /** The same as `prepare` for a mail about a calendar account. */
  prepareCalendar: (userId: string, content: CalendarMailContent) => Promise<Omit<Mail, "idempotencyKey"> | null>;
  /** The content of a mail about a destination as it is now; null where something has arrived there since. */
  readParked: (mail: ParkedMail) => Promise<ParkedMailContent | null>;
  /** The same as `prepare` for a mail about a destination. */
  prepareParked: (userId: string, content: ParkedMailContent) => Promise<Omit<Mail, "idempotencyKey"> | null>;
  /** The content of a person's weekly digest as it is now; null where there is nothing to say. */
  readDigest: (digest: WeeklyDigest) => Promise<DigestContent | null>;
  /** The same as `prepare` for a digest. */
  prepareDigest: (userId: string, content: DigestContent) => Promise<Omit<Mail, "idempotencyKey"> | null>;
  /** A follow-up as it goes to one address; null where its reader wants none. */
  prepareFollowUp: (content: FollowUp, to: string) => Promise<Omit<Mail, "idempotencyKey"> | null>;
};

export type MailNeeds = { mail: MailDeps; log: Log; now: () => number; random: () => number };

/** The end of an attempt. `later`: the same mail is tried again, `delayMs` from now at the earliest. */
type Attempt =
  | { kind: "sent" | "unwanted" }
  | { kind: "failed"; reason: MailFailure }
  | { kind: "later"; delayMs: number; reason: MailFailure };

/**
 * Sends the mails that are due, one after the other; after ALARM_CLAIM_MS_MAX the alarm goes on. A mail is written when it is sent, from
 * the meeting as it is then.
 */
export async function sendDueMails(storage: DurableObjectStorage, needs: MailNeeds, mailer: Mailer): Promise<void> {
  const { sql } = storage;
  const until = needs.now() + ALARM_CLAIM_MS_MAX;
  while (needs.now() < until) {
    const [row] = dueRows<MailEffect>(sql, needs.now(), "due_at, rowid");
    if (!row) return;
    // Of a warning: more may come while it is sent.
    const meetIds = row.effect.type === "warning" ? plannedFor(sql, row.effect) : [];
    const followUp = row.effect.type === "follow-up" ? readFollowUp(sql, row.effect.followUpId) : null;
    const work = { row, meetIds, followUp };
    if (mailState(sql, row.key) === "sending" && !mailer.knowsKeys) {
      // The process died while the service had the mail. Such a service would deliver a repetition as another mail.
      settle(storage, needs, work, { kind: "sent" });
      continue;
    }
    storage.transactionSync(() => {
      countAttempt(sql, row);
      // In case the process dies.
      postpone(sql, row, needs.now() + MAIL_ATTEMPT_MS_MAX);
      saveMailState(sql, row.key, "waiting");
    });
    settle(storage, needs, work, await attempt(sql, needs, mailer, work));
  }
}

/** `meetIds` of a warning, `followUp` of a follow-up. */
type Work = { row: OutboxRow<MailEffect>; meetIds: readonly MeetId[]; followUp: FollowUp | null };

async function attempt(sql: SqlStorage, { mail: deps, log }: MailNeeds, mailer: Mailer, work: Work): Promise<Attempt> {
  const { key, attempts, effect } = work.row;
  const ended: { as: Attempt } = { as: { kind: "unwanted" } };
  try {
    await withTimeLimit(MAIL_ATTEMPT_MS_MAX, async (signal) => {
      const mail = await kindOf(effect).write(deps, effect, work);
      signal.throwIfAborted();
      // Without a state it is gone with its meeting, which was deleted meanwhile.
      if (mail === null || mailState(sql, key) === null) return;
      saveMailState(sql, key, "sending");
      ended.as = attemptOf(await mailer.send(mail, signal));
    });
  } catch (error) {
    log("mail.attempt.failed", { ...kindOf(effect).said(effect), attempt: attempts + 1, error: faultOf(error) });
    return { kind: "later", delayMs: 0, reason: "unavailable" };
  }
  return ended.as;
}

/** A kind of mail: how it is written and logged. */
type MailKind<Effect extends MailEffect> = {
  /** Null where there is nothing to tell any more. */
  write(deps: MailDeps, effect: Effect, work: Work): Promise<Mail | null>;
  /** For the log. */
  said(effect: Effect): Record<string, string>;
};

const KINDS: { [Type in MailEffect["type"]]: MailKind<Extract<MailEffect, { type: Type }>> } = {
  mail: { write: writeMail, said: ({ meetId, kind }) => ({ meetId, kind }) },
  warning: { write: writeWarning, said: () => ({ kind: "retention-warning" }) },
  calendar: { write: writeCalendarMail, said: ({ accountId, kind }) => ({ accountId, kind }) },
  parked: { write: writeParkedMail, said: ({ destination }) => ({ kind: "delivery-parked", destination }) },
  digest: { write: writeDigest, said: () => ({ kind: "weekly-digest" }) },
  "follow-up": { write: writeFollowUp, said: () => ({ kind: "follow-up" }) },
};

/** The compiler does not see that the kind and the effect are of one type. */
const kindOf = (effect: MailEffect) => KINDS[effect.type] as MailKind<MailEffect>;

async function writeMail(
  { read, prepare }: MailDeps,
  { meetId, againAt }: MeetingMailEffect,
  { row: { key } }: Work,
): Promise<Mail | null> {
  const meeting = await read(meetId as MeetId);
  // It may have gone on since, or failed again: that is another mail.
  const mail = meeting !== null && mailKey(meeting) === key ? await prepare(meeting) : null;
  // A service may answer a key that it has refused with the refusal of that time.
  return mail && { ...mail, idempotencyKey: againAt === undefined ? key : `${key}/${againAt}` };
}

async function writeWarning(deps: MailDeps, effect: WarningEffect, { row, meetIds }: Work): Promise<Mail | null> {
  const content = await readWarning(effect, meetIds, deps.readPlan);
  const mail = content && (await deps.prepareWarning(effect.userId, content));
  // A day may have several warnings.
  return mail && { ...mail, idempotencyKey: `${row.key}/${row.added}` };
}

async function writeCalendarMail(
  deps: MailDeps,
  effect: CalendarMailEffect,
  { row: { key } }: Work,
): Promise<Mail | null> {
  const content = await deps.readCalendar(effect);
  const mail = content && (await deps.prepareCalendar(effect.userId, content));
  return mail && { ...mail, idempotencyKey: key };
}

async function writeParkedMail(deps: MailDeps, effect: ParkedMailEffect, { row: { key } }: Work): Promise<Mail | null> {
  const content = await deps.readParked(effect);
  const mail = content && (await deps.prepareParked(effect.userId, content));
  return mail && { ...mail, idempotencyKey: key };
}

async function writeDigest(deps: MailDeps, effect: DigestEffect, { row: { key } }: Work): Promise<Mail | null> {
  const content = await deps.readDigest(effect);
  const mail = content && (await deps.prepareDigest(effect.userId, content));
  return mail && { ...mail, idempotencyKey: key };
}

async function writeFollowUp(
  deps: MailDeps,
  { to, meetId }: FollowUpEffect,
  { row: { key }, followUp }: Work,
): Promise<Mail | null> {
  const mail = followUp && (await deps.prepareFollowUp(followUp, to));
  // Last, at the object that deletes it: this workspace may not have heard of the deletion. Rows of before do not name their meeting.
  if (mail === null || (meetId !== undefined && (await deps.readPlan(meetId as MeetId)) === null)) return null;
  return { ...mail, idempotencyKey: key };
}

/** Stores the outcome with the end of the row, or with the time of the next attempt. */
function settle(
  storage: DurableObjectStorage,
  { log, now, random }: MailNeeds,
  { row, meetIds }: Work,
  outcome: Attempt,
): void {
  const { sql } = storage;
  const { key, added, effect } = row;
  const attempt = row.attempts + 1;
  const lastAt = added + MAIL_TRY_MS_MAX;
  if (outcome.kind === "later" && now() < lastAt) {
    const waitMs = Math.max(backOffDelayMs(MAIL_BACK_OFF, attempt, random()), outcome.delayMs);
    storage.transactionSync(() => {
      postpone(sql, row, Math.min(now() + waitMs, lastAt));
      saveMailState(sql, key, "waiting");
    });
    return;
  }
  const failure = outcome.kind === "failed" || outcome.kind === "later" ? outcome.reason : null;
  storage.transactionSync(() => {
    removeRow(sql, row);
    if (effect.type === "warning") forgetWarned(sql, effect, { meetIds, failure, now: now() });
    else saveMailState(sql, key, outcome.kind === "later" ? "failed" : outcome.kind, failure);
    if (effect.type === "follow-up") endFollowUp(sql, effect.followUpId);
  });
  const said = { ...kindOf(effect).said(effect), attempt };
  if (failure !== null) log("mail.given-up", { ...said, reason: failure });
  else if (outcome.kind === "sent") log("mail.sent", said);
}

function attemptOf(answer: MailAnswer): Attempt {
  switch (answer.kind) {
    case "accepted":
      return { kind: "sent" };
    case "later":
      return { kind: "later", delayMs: answer.delayMs, reason: "unavailable" };
    case "refused":
      break;
    default:
      return assertNever(answer);
  }
  switch (answer.reason) {
    case "key-reused":
      // Accepted before, with the words of that time; its answer was lost.
      return { kind: "sent" };
    case "account":
      // An operator may put it right in time.
      return { kind: "later", delayMs: MAIL_QUOTA_RETRY_MS, reason: "account" };
    case "address":
    case "message":
      return { kind: "failed", reason: answer.reason };
    default:
      return assertNever(answer.reason);
  }
}
