import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { newMeetId, type MeetId, type UserId } from "#app/domain/ids.ts";
import type { MailableMeeting } from "#app/domain/mail/mail-content.ts";
import type { MailSettings } from "#app/domain/mail/mail-settings.ts";
import { resendMailer } from "#app/server/adapters/mail/resend-mailer.ts";
import type { LogFields } from "#app/server/log.ts";
import { readMailSettings } from "#app/server/account/mail-preferences.ts";
import type { Mailer } from "#app/server/ports/mailer.ts";
import { RESEND_KEY } from "#tests/fakes/resend-server.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices, composeWorkspace } from "#workers/compose.ts";
import { meetingMails, type MeetingMails } from "#workers/workspace/mail/meeting-mails.ts";

/** For worker tests: mails to the owners of meetings from the storage of a real workspace object. */

export const MAIL_FROM = "Acta <acta@acta.example>";
export const MAIL_TITLE = "Layoffs in March";
export const MAIL_LINE = "The telephone list is ready on Friday.";

/** A meeting whose minutes are ready. */
export function mailableMeeting(createdBy: string, over: Partial<MailableMeeting> = {}): MailableMeeting {
  return {
    meetId: newMeetId(),
    createdBy,
    kind: "minutes-ready",
    endedAt: 5,
    title: MAIL_TITLE,
    startsAt: Date.UTC(2026, 10, 20, 9, 30),
    status: "SUMMARIZED",
    reason: null,
    playable: true,
    hasText: true,
    lines: [{ text: MAIL_LINE, startMs: 65_000 }],
    ...over,
  };
}

type Bench = {
  mails: MeetingMails;
  sql: SqlStorage;
  clock: { now: number };
  lines: string[];
  /** The meetings as they are now. */
  meetings: Map<string, MailableMeeting>;
  tell: (
    meetId: string,
    over?: { id?: number; kind?: "status-changed" | "meeting-deleted"; at?: number },
  ) => Promise<void>;
  /** Sends what is due, moves the clock to the next due time, and repeats until nothing is left. Returns the waits. */
  finish: () => Promise<number[]>;
};

/** The mails of a workspace on the storage of its real object, with a clock of the test's own. The object's alarm is never set. */
export async function onMailBench(
  { userId, mailer, meetings }: { userId: string; mailer?: Mailer; meetings: MailableMeeting[] },
  use: (bench: Bench) => Promise<void>,
): Promise<void> {
  await runInDurableObject(env.WORKSPACES.getByName(userId), async (_object, { storage }) => {
    const { sql } = storage;
    const clock = { now: Date.now() };
    const lines: string[] = [];
    const log = (event: string, fields?: LogFields) => void lines.push(JSON.stringify({ event, ...fields }));
    const now = new Map(meetings.map((meeting) => [meeting.meetId, meeting]));
    const mails = meetingMails(storage, {
      mail: {
        ...composeWorkspace(workerEnv).mail,
        mailer: mailer ?? resendMailer({ apiKey: RESEND_KEY, from: MAIL_FROM, log }),
        readEnd: async (meetId) => now.get(meetId) ?? null,
        read: async (meetId) => now.get(meetId) ?? null,
      },
      mayHave: composeWorkspace(workerEnv).mayHave,
      log,
      now: () => clock.now,
      random: () => 1,
    });
    const tell: Bench["tell"] = (meetId, over = {}) =>
      mails.consumer.consume(
        { meetId: meetId as MeetId, id: 1, kind: "status-changed", at: clock.now, ...over },
        new AbortController().signal,
      );
    const finish = async () => {
      const waits: number[] = [];
      for (let turn = 0; turn < 100; turn += 1) {
        await mails.sending.run();
        const dueAt = mails.sending.dueAt();
        if (dueAt === null) break;
        waits.push(dueAt - clock.now);
        clock.now = dueAt;
      }
      return waits;
    };
    await use({ mails, sql, clock, lines, meetings: now, tell, finish });
  });
}

/** The settings of a person's mails, as the page of the settings reads them. */
export function mailSettingsOf(userId: UserId): Promise<MailSettings> {
  return readMailSettings(
    composeServices(workerEnv, () => {}),
    sessionActor(userId),
  );
}
