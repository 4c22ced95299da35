import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { SessionActor } from "#app/domain/account/actor.ts";
import type { MeetId, UserId } from "#app/domain/ids.ts";
import type { DomainEventKind } from "#app/domain/meeting/domain-events.ts";
import { finishConnection, startConnection } from "#app/server/connections/connect-account.ts";
import { listConnections } from "#app/server/connections/change-connections.ts";
import type { LogFields } from "#app/server/log.ts";
import type { PlayedCollaboration } from "#tests/fakes/collaboration.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { reportedMeeting, services } from "#tests/support/webhook-bench.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { EVERY_FIELD, viewWith } from "#tests/unit/collaboration/every-field-view.ts";
import { composeWorkspace } from "#workers/compose.ts";
import { type LoggedRow, listLog } from "#workers/workspace/deliveries/delivery-log.ts";
import { meetingDeliveries } from "#workers/workspace/deliveries/meeting-deliveries.ts";

/** For worker tests: deliveries to Slack and Notion from the storage of a real workspace object, with real rows in D1. */

type Kind = "slack" | "notion";

/** Connects an account as a browser does. Returns the result, and the connection's id. */
export async function connect(
  played: PlayedCollaboration,
  { userId, kind, actor = sessionActor(userId) }: { userId: UserId; kind: Kind; actor?: SessionActor },
): Promise<{ result: string; connectionId: string }> {
  const started = await startConnection(services, sessionActor(userId), { kind, returnTo: "/settings" });
  if (!started.ok) throw new Error(started.reason);
  const query = await played.decide(started.value.url, "allow");
  const { result } = await finishConnection(services, actor, { kind, query });
  const { connections } = await listConnections(services, sessionActor(userId));
  return { result, connectionId: connections.find((each) => each.kind === kind)?.id ?? "" };
}

type Told = { id?: number; kind?: DomainEventKind; at?: number };
type Bench = {
  meetId: MeetId;
  clock: { now: number };
  lines: string[];
  /** The meeting's page from now on. */
  view: { now: MeetingView };
  tell: (over?: Told) => Promise<void>;
  sendManually: (asked: { connectionId: string; kind: Kind; placeId?: string; key?: string }) => void;
  resume: (connectionId: string) => void;
  /** Runs the deliveries that are due now, once. */
  run: () => Promise<void>;
  /** Sends what is due, moves the clock to the next due time, and repeats until nothing is left. Returns the waits. */
  finish: () => Promise<number[]>;
  log: (connectionId: string) => LoggedRow[];
};

/** A meeting whose minutes were just written, with one field of each type. */
export async function onCollaborationBench(userId: UserId, use: (bench: Bench) => Promise<void>): Promise<void> {
  await runInDurableObject(env.WORKSPACES.getByName(userId), async (_object, { storage }) => {
    const meeting = { ...reportedMeeting(userId), summaryAt: Date.now() + 1000 };
    const clock = { now: Date.now() + 2000 };
    const lines: string[] = [];
    const shown = viewWith(EVERY_FIELD, meeting.title);
    const view = { now: { ...shown, head: { ...shown.head, meetId: meeting.meetId } } };
    const composed = composeWorkspace(workerEnv);
    const { connections, sending } = meetingDeliveries(storage, {
      ...composed,
      mailParked: () => undefined,
      connections: {
        ...composed.connections,
        read: async () => meeting,
        view: async () => view.now,
      },
      log: (event: string, fields?: LogFields) => void lines.push(JSON.stringify({ event, ...fields })),
      now: () => clock.now,
      random: () => 1,
    });
    await use({
      meetId: meeting.meetId as MeetId,
      clock,
      lines,
      view,
      tell: (over = {}) =>
        connections.consumer.consume(
          { meetId: meeting.meetId as MeetId, id: 1, kind: "summary-written", at: clock.now, ...over },
          new AbortController().signal,
        ),
      sendManually: (asked) => connections.sendMinutes({ ...asked, meetId: meeting.meetId, parts: [] }),
      resume: (connectionId) => connections.resumeMinutes({ connectionId, after: "reconnect" }),
      run: () => sending.run(),
      async finish() {
        const waits: number[] = [];
        for (let turn = 0; turn < 100; turn += 1) {
          await sending.run();
          const dueAt = sending.dueAt();
          if (dueAt === null) break;
          waits.push(dueAt - clock.now);
          clock.now = dueAt;
        }
        return waits;
      },
      log: (destinationId) => listLog(storage.sql, { destinationId, older: null, limit: 20 }).deliveries,
    });
  });
}
