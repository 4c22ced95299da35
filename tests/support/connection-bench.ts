import type { ParkedMail } from "#app/domain/mail/mail-content.ts";
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { newMeetId, type MeetId, type UserId } from "#app/domain/ids.ts";
import type { DomainEventKind } from "#app/domain/meeting/domain-events.ts";
import type { ReportedMeeting } from "#app/domain/webhooks/webhook.ts";
import { hubSpotCrm } from "#app/server/adapters/crm/hubspot-crm.ts";
import { hubSpotAddresses } from "#app/server/adapters/crm/hubspot-request.ts";
import { pipedriveCrm } from "#app/server/adapters/crm/pipedrive-crm.ts";
import { salesforceCrm } from "#app/server/adapters/crm/salesforce/salesforce-crm.ts";
import { finishConnection, startConnection } from "#app/server/connections/connect-account.ts";
import { ownConnections } from "#app/server/connections/read-connections.ts";
import { crmReceiver } from "#app/server/crm/send-to-crm.ts";
import { colleaguesOf } from "#app/server/crm/task-owners.ts";
import type { LogFields } from "#app/server/log.ts";
import type { Services } from "#app/server/services.ts";
import { CRM_ORIGIN, type playHubSpot, type playPipedrive, type playSalesforce } from "#tests/fakes/crm-server.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { reportedMeeting, services } from "#tests/support/webhook-bench.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { CRM_TITLE, minutesView } from "#tests/support/minutes-view.ts";
import { composeWorkspace } from "#workers/compose.ts";
import { type MeetingDeliveries, meetingDeliveries } from "#workers/workspace/deliveries/meeting-deliveries.ts";

/** For worker tests: connected accounts from the storage of a real workspace object, with real rows in D1. */

export type CrmMeeting = { reported: ReportedMeeting; view: MeetingView };

/** A meeting whose minutes were just written, with a summary and two tasks. */
export function crmMeeting(createdBy: string, over: Partial<ReportedMeeting> = {}): CrmMeeting {
  const meetId = newMeetId();
  const reported = reportedMeeting(createdBy, { meetId, title: CRM_TITLE, ...over });
  return { reported, view: minutesView(meetId, "Twelve posts <go>.") };
}

/** Connects an account as a browser does; returns the connection's id. */
export function connectHubSpot(hubspot: ReturnType<typeof playHubSpot>, userId: UserId, needs: Needs = services) {
  return connectCrm({ kind: "hubspot", crm: hubspot }, userId, needs);
}

type Needs = Pick<Services, "db" | "connectionClients" | "minutesDeliveries" | "secretBox" | "log" | "now">;
type Played =
  | { kind: "hubspot"; crm: ReturnType<typeof playHubSpot> }
  | { kind: "pipedrive"; crm: ReturnType<typeof playPipedrive> }
  | { kind: "salesforce"; crm: ReturnType<typeof playSalesforce> };

/** `scopes`: those that the account gives, in place of all that are asked for. */
export async function connectCrm(
  { kind, crm, scopes }: Played & { scopes?: string[] },
  userId: UserId,
  needs: Needs = services,
): Promise<string> {
  const actor = sessionActor(userId);
  const started = await startConnection(needs, actor, { kind, returnTo: "/settings" });
  if (!started.ok) throw new Error(started.reason);
  const back = new URL(crm.grants.decide(new URL(started.value.url).searchParams, scopes && { scopes }));
  const { result } = await finishConnection(needs, actor, { kind, query: back.searchParams });
  if (result !== "connected") throw new Error(result);
  const [connection] = await ownConnections(services.db, actor);
  if (!connection) throw new Error("nothing is connected");
  return connection.id;
}

type Bench = MeetingDeliveries & {
  restart: () => MeetingDeliveries;
  storage: DurableObjectStorage;
  clock: { now: number };
  lines: string[];
  /** Mails about what was not sent. */
  parkedMails: ParkedMail[];
  meetings: Map<string, CrmMeeting>;
  tell: (meetId: string, over?: { id?: number; kind?: DomainEventKind }) => Promise<void>;
  /** Sends what is due, moves the clock to the next due time, and repeats until nothing is left. Returns the waits. */
  finish: () => Promise<number[]>;
  /** The log, of one meeting or of all, oldest first; deliveries of the same millisecond stand in any order. */
  log: (meetId?: string) => { state: string; fault: string | null; link: string | null }[];
};

/** The connected accounts of a person's workspace on the storage of its real object, with a clock of the test's own. */
export async function onConnectionBench(
  { userId, meetings, people }: { userId: UserId; meetings: CrmMeeting[]; people: string[] },
  use: (bench: Bench) => Promise<void>,
): Promise<void> {
  await runInDurableObject(env.WORKSPACES.getByName(userId), async (_object, { storage }) => {
    const clock = { now: Date.now() + 1 };
    const lines: string[] = [];
    const parkedMails: ParkedMail[] = [];
    const read = new Map(meetings.map((meeting) => [meeting.reported.meetId, meeting]));
    const composed = composeWorkspace(workerEnv);
    const receiver = {
      origin: "https://acta.example",
      peopleOf: async () => people,
      colleaguesOf: (of: string) => colleaguesOf(services.db, of),
    };
    const start = () =>
      meetingDeliveries(storage, {
        ...composed,
        mailParked: (mail) => void parkedMails.push(mail),
        connections: {
          ...composed.connections,
          receivers: {
            hubspot: crmReceiver({ crm: hubSpotCrm(hubSpotAddresses(CRM_ORIGIN)), ...receiver }),
            pipedrive: crmReceiver({ crm: pipedriveCrm({ localOrigin: CRM_ORIGIN }), ...receiver }),
            salesforce: crmReceiver({ crm: salesforceCrm({ localOrigin: CRM_ORIGIN }), ...receiver }),
          },
          read: async (meetId) => read.get(meetId)?.reported ?? null,
          view: async (meetId) => read.get(meetId)?.view ?? null,
        },
        log: (event: string, fields?: LogFields) => void lines.push(JSON.stringify({ event, ...fields })),
        now: () => clock.now,
        random: () => 1,
      });
    const deliveries = start();
    const tell: Bench["tell"] = (meetId, over = {}) =>
      deliveries.connections.consumer.consume(
        { meetId: meetId as MeetId, id: 1, kind: "status-changed", at: clock.now, ...over },
        new AbortController().signal,
      );
    const finish = async () => {
      const waits: number[] = [];
      for (let turn = 0; turn < 100; turn += 1) {
        await deliveries.sending.run();
        const dueAt = deliveries.sending.dueAt();
        if (dueAt === null) break;
        waits.push(dueAt - clock.now);
        clock.now = dueAt;
      }
      return waits;
    };
    const log: Bench["log"] = (meetId) =>
      deliveries.connections
        .listSent({ older: null, isParked: false, meetId: meetId ?? null, limit: 100 })
        .rows.map(({ state, fault, link }) => ({ state, fault, link }))
        .toReversed();
    await use({ ...deliveries, restart: start, storage, clock, parkedMails, lines, meetings: read, tell, finish, log });
  });
}
