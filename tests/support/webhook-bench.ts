import type { ParkedMail } from "#app/domain/mail/mail-content.ts";
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { newMeetId, type MeetId, type UserId } from "#app/domain/ids.ts";
import type { DomainEventKind } from "#app/domain/meeting/domain-events.ts";
import {
  type ReportedMeeting,
  WEBHOOK_EVENTS,
  type WebhookContent,
  type WebhookEvent,
} from "#app/domain/webhooks/webhook.ts";
import type { LogFields } from "#app/server/log.ts";
import { addWebhook } from "#app/server/webhooks/change-webhooks.ts";
import { readDestination } from "#app/server/webhooks/read-destination.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices, composeWorkspace } from "#workers/compose.ts";
import { meetingDeliveries } from "#workers/workspace/deliveries/meeting-deliveries.ts";
import type { BesideWork } from "#workers/workspace/deliver-events.ts";
import type { MeetingWebhooks } from "#workers/workspace/webhooks/meeting-webhooks.ts";

/** For worker tests: webhooks from the storage of a real workspace object, with real rows in D1. */

export const WEBHOOK_TITLE = "Layoffs in March";
export const WEBHOOK_TASK = "Prepare the telephone list";
export const services = composeServices(workerEnv, () => {});

/** A meeting whose minutes were just written. */
export function reportedMeeting(createdBy: string, over: Partial<ReportedMeeting> = {}): ReportedMeeting {
  const now = Date.now();
  return {
    meetId: newMeetId(),
    workspaceId: createdBy,
    createdBy,
    title: WEBHOOK_TITLE,
    startsAt: now,
    language: "en",
    people: [
      { name: "Nora Puig", spoke: true },
      { name: "Marc Vidal", spoke: false },
    ],
    status: "SUMMARIZED",
    reason: null,
    startedAt: now,
    transcriptAt: now,
    summaryAt: now,
    changedAt: now,
    tasks: [{ id: "task-1", done: true, text: WEBHOOK_TASK, assigned: "Nora", deadline: "by Friday" }],
    ...over,
  };
}

export async function newWebhook(
  userId: UserId,
  over: { url?: string; events?: WebhookEvent[]; content?: WebhookContent } = {},
): Promise<{ id: string; secret: string }> {
  const asked = {
    url: "https://hooks.example.com/acta",
    events: [...WEBHOOK_EVENTS],
    content: "links" as const,
    ...over,
  };
  const added = await addWebhook(services, sessionActor(userId), asked);
  if (!added.ok) throw new Error(added.reason);
  return { id: added.value.shown.id, secret: added.value.secret };
}

type SentWebhooks = MeetingWebhooks & { sending: BesideWork };

type Bench = {
  webhooks: SentWebhooks;
  /** Another life of the object over the same storage. */
  restart: () => SentWebhooks;
  storage: DurableObjectStorage;
  clock: { now: number };
  lines: string[];
  /** Mails about what was not sent. */
  parkedMails: ParkedMail[];
  meetings: Map<string, ReportedMeeting>;
  tell: (meetId: string, over?: { id?: number; kind?: DomainEventKind; at?: number }) => Promise<void>;
  /** Sends what is due, moves the clock to the next due time, and repeats until nothing is left. Returns the waits. */
  finish: () => Promise<number[]>;
};

/** The webhooks of a person's workspace on the storage of its real object, with a clock of the test's own. */
export async function onWebhookBench(
  { userId, meetings }: { userId: UserId; meetings: ReportedMeeting[] },
  use: (bench: Bench) => Promise<void>,
): Promise<void> {
  await runInDurableObject(env.WORKSPACES.getByName(userId), async (_object, { storage }) => {
    // Later than the webhook was made.
    const clock = { now: Date.now() + 1 };
    const lines: string[] = [];
    const parkedMails: ParkedMail[] = [];
    const read = new Map(meetings.map((meeting) => [meeting.meetId, meeting]));
    const composed = composeWorkspace(workerEnv);
    const start = () => {
      const { webhooks, sending } = meetingDeliveries(storage, {
        ...composed,
        mailParked: (mail) => void parkedMails.push(mail),
        webhooks: {
          ...composed.webhooks,
          destination: (webhookId) => readDestination({ ...services, now: () => clock.now }, webhookId),
          read: async (meetId) => read.get(meetId) ?? null,
        },
        log: (event: string, fields?: LogFields) => void lines.push(JSON.stringify({ event, ...fields })),
        now: () => clock.now,
        random: () => 1,
      });
      return { ...webhooks, sending };
    };
    const webhooks = start();
    const tell: Bench["tell"] = (meetId, over = {}) =>
      webhooks.consumer.consume(
        { meetId: meetId as MeetId, id: 1, kind: "status-changed", at: clock.now, ...over },
        new AbortController().signal,
      );
    const finish = async () => {
      const waits: number[] = [];
      for (let turn = 0; turn < 100; turn += 1) {
        await webhooks.sending.run();
        const dueAt = webhooks.sending.dueAt();
        if (dueAt === null) break;
        waits.push(dueAt - clock.now);
        clock.now = dueAt;
      }
      return waits;
    };
    await use({ webhooks, restart: start, storage, clock, parkedMails, lines, meetings: read, tell, finish });
  });
}
