import { MAIL_EVENT_MS_MAX } from "#app/domain/limits/mail.ts";
import type { CalendarMail, ParkedMail } from "#app/domain/mail/mail-content.ts";
import type { EventConsumer } from "#app/server/ports/event-consumer.ts";
import type {
  FollowUpAsked,
  FollowUpMail,
  FollowUpsPage,
  SeriesFollowUp,
  UndeliveredMail,
  WeeklyDigest,
} from "#app/server/ports/workspace-mails.ts";
import { nextWorkAt } from "#workers/durable/outbox.ts";
import type { BesideWork } from "#workers/workspace/deliver-events.ts";
import type { KnownDestinations } from "#workers/workspace/deliveries/known-destinations.ts";
import { forgetCalendarMails, queueCalendarMail } from "#workers/workspace/mail/calendar-mails.ts";
import {
  allFollowUps,
  followUpsOf,
  hasFollowUp,
  queueFollowUp,
  withdrawFollowUps,
} from "#workers/workspace/mail/follow-ups.ts";
import { queueWarnings } from "#workers/workspace/mail/deletion-warnings.ts";
import { forgetMails, listUndelivered, queueMail, sendMailAgain } from "#workers/workspace/mail/mail-store.ts";
import { queueParkedMail } from "#workers/workspace/mail/parked-mails.ts";
import { type MailNeeds, sendDueMails } from "#workers/workspace/mail/send-mails.ts";
import {
  forgetOldFollowUps,
  goDueSeries,
  nextForgettingAt,
  nextSeriesAt,
  planSeriesFollowUp,
  readSeriesFollowUp,
  stopSeriesFollowUp,
} from "#workers/workspace/mail/series-follow-ups.ts";
import { queueDigest } from "#workers/workspace/mail/weekly-digests.ts";

export interface MeetingMails {
  consumer: EventConsumer;
  sending: BesideWork;
  undelivered(userId: string): UndeliveredMail[];
  sendAgain(asked: { key: string; userId: string }): boolean;
  takeCalendarMail(mail: CalendarMail): void;
  forgetCalendarMails(accountId: string): void;
  takeParked(mail: ParkedMail): void;
  takeDigest(digest: WeeklyDigest): void;
  hasFollowUp(asked: Pick<FollowUpAsked, "meetId" | "key">): boolean;
  takeFollowUp(asked: FollowUpAsked): void;
  followUpsOf(asked: { meetId: string; userId: string; limit: number }): FollowUpMail[];
  seriesFollowUp(meetId: string): SeriesFollowUp | null;
  stopSeriesFollowUp(meetId: string): void;
  withdrawFollowUps(meetIds: readonly string[]): void;
  allFollowUps(asked: { userId: string; after: string | null }): FollowUpsPage;
}

/**
 * Mails to the owners of a workspace's meetings. As a consumer it notes what a meeting has come to; the outbox then sends it, beside the
 * events, so that a mail service that is down delays no consumer.
 */
export function meetingMails(
  storage: DurableObjectStorage,
  needs: MailNeeds & { mayHave: KnownDestinations },
): MeetingMails {
  const { sql } = storage;
  const { mailer, readEnd, readPlan } = needs.mail;
  return {
    consumer: {
      name: "mail",
      replacedBy: { "status-changed": ["status-changed"] },
      async consume({ id, meetId, kind, at }) {
        if (kind === "meeting-deleted") forgetMails(storage, meetId);
        if (mailer === null || needs.now() - at > MAIL_EVENT_MS_MAX) return;
        if (kind === "status-changed") {
          const ended = await readEnd(meetId);
          if (ended !== null) queueMail(storage, ended, needs.now());
          if (ended?.kind === "minutes-ready" && (await needs.mayHave({ meetId, id })).series)
            await planSeriesFollowUp(sql, needs, { meetId, userId: ended.createdBy });
        } else if (kind === "deletion-near") {
          const meeting = await readPlan(meetId);
          if (meeting !== null) queueWarnings(storage, meeting, needs.now());
        }
      },
    },
    sending: {
      async run() {
        forgetOldFollowUps(storage, needs.now());
        if (mailer === null) return;
        await goDueSeries(storage, needs);
        await sendDueMails(storage, needs, mailer);
      },
      dueAt() {
        const due = [nextForgettingAt(sql), ...(mailer === null ? [] : [nextWorkAt(sql), nextSeriesAt(sql)])];
        const times = due.filter((at) => at !== null);
        return times.length === 0 ? null : Math.min(...times);
      },
    },
    takeCalendarMail: (mail) => {
      if (mailer !== null) queueCalendarMail(storage, mail, needs.now());
    },
    forgetCalendarMails: (accountId) => forgetCalendarMails(storage, accountId),
    takeParked: (mail) => {
      if (mailer !== null) queueParkedMail(storage, mail, needs.now());
    },
    takeDigest: (digest) => {
      if (mailer !== null) queueDigest(storage, digest, needs.now());
    },
    hasFollowUp: (asked) => hasFollowUp(sql, asked),
    takeFollowUp: (asked) => {
      if (mailer === null) return;
      queueFollowUp(storage, asked, needs.now());
      // Their own follow-up takes the place of the one that waits.
      stopSeriesFollowUp(sql, asked.meetId);
    },
    seriesFollowUp: (meetId) => readSeriesFollowUp(sql, meetId),
    stopSeriesFollowUp: (meetId) => stopSeriesFollowUp(sql, meetId),
    withdrawFollowUps: (meetIds) => withdrawFollowUps(storage, meetIds),
    allFollowUps: (asked) => allFollowUps(sql, asked),
    followUpsOf: (asked) => followUpsOf(sql, asked),
    sendAgain: (asked) => mailer !== null && sendMailAgain(storage, { ...asked, now: needs.now() }),
    undelivered: (userId) => listUndelivered(sql, userId, needs.now()),
  };
}
