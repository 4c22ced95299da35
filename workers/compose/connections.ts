import type { ConnectionKind } from "#app/domain/deliveries/delivery.ts";
import { TASK_KINDS, type TaskKind } from "#app/domain/tasks/task-service.ts";
import { SYSTEM_VIEWER } from "#app/domain/meeting/access.ts";
import { notionClient, notionConsent } from "#app/server/adapters/collaboration/notion.ts";
import { slackClient, slackConsent } from "#app/server/adapters/collaboration/slack.ts";
import { aesGcmSecretBox } from "#app/server/adapters/web-crypto/secret-box.ts";
import { openPagesOf } from "#app/server/adapters/workspace-object/open-pages.ts";
import { guestsOf } from "#app/server/calendars/find-invitation.ts";
import { slackReceiver } from "#app/server/collaboration/post-minutes.ts";
import { notionReceiver } from "#app/server/collaboration/write-page.ts";
import { accessToken } from "#app/server/connections/connection-tokens.ts";
import { findTargets, readConnection } from "#app/server/connections/read-connections.ts";
import { crmReceiver } from "#app/server/crm/send-to-crm.ts";
import { colleaguesOf } from "#app/server/crm/task-owners.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { consoleLog } from "#app/server/log.ts";
import type { ConnectionClients } from "#app/server/ports/connection-client.ts";
import type { MinutesReceivers } from "#app/server/ports/destination-sender.ts";
import type { TaskService, TaskServices } from "#app/server/ports/task-service.ts";
import type { Services } from "#app/server/services.ts";
import { taskReceiver } from "#app/server/tasks/make-tasks.ts";
import { crmConsentsOf, crmsOf, mapCrms } from "#workers/compose/crms.ts";
import { taskServicesOf } from "#workers/compose/tasks.ts";
import { calendarNeedsOf } from "#workers/compose/calendars.ts";
import { configOf, meetingStub, workspaceStub } from "#workers/compose/objects.ts";
import type { Config, Env } from "#workers/config.ts";
import type { ConnectionDeps } from "#workers/workspace/connections/send-minutes.ts";

/** Accounts to which minutes go. A new kind adds its consent and its receiver here; a kind that is not configured is absent. */

export function connectionClientsOf(config: Config): ConnectionClients {
  const { app, slack, notion } = config;
  const redirectUri = (kind: ConnectionKind) => `${app.origin}/api/acta/connections/connect/${kind}/callback`;
  return {
    ...crmConsentsOf(config),
    ...(slack && { slack: slackConsent({ ...slack, redirectUri: redirectUri("slack") }) }),
    ...(notion && { notion: notionConsent({ ...notion, redirectUri: redirectUri("notion") }) }),
    ...mapServices(taskServicesOf(config), ({ consent }) => consent),
  };
}

/** Slack and Notion as use cases see them; null where they are not configured. */
export function collaborationOf({ slack, notion }: Config): Pick<Services, "slack" | "notion"> {
  return { slack: slack && slackClient(slack), notion: notion && notionClient(notion) };
}

function minutesReceiversOf(env: Env): MinutesReceivers {
  const config = configOf(env);
  const { origin } = config.app;
  const needs = calendarNeedsOf(env);
  const peopleOf = (of: { userId: string; meetId: string }) => guestsOf(needs, of);
  const crmNeeds = { origin, peopleOf, colleaguesOf: (userId: string) => colleaguesOf(needs.db, userId) };
  const { slack, notion } = collaborationOf(config);
  const pages = openPagesOf((workspaceId) => workspaceStub(env, workspaceId), consoleLog);
  return {
    ...mapCrms(crmsOf(config), (_kind, crm) => crmReceiver({ crm, ...crmNeeds })),
    ...(slack && { slack: slackReceiver({ slack, origin }) }),
    ...(notion && { notion: notionReceiver({ notion, origin }) }),
    ...mapServices(taskServicesOf(config), (service) =>
      taskReceiver({ ...needs, service, pages, origin, now: () => Date.now() }),
    ),
  };
}

function mapServices<Value>(services: TaskServices, make: (service: TaskService) => Value) {
  const made: Partial<Record<TaskKind, Value>> = {};
  for (const kind of TASK_KINDS) if (services[kind]) made[kind] = make(services[kind]);
  return made;
}

/** The way of a workspace's deliveries to connected accounts. */
export function composeConnections(env: Env): ConnectionDeps {
  const config = configOf(env);
  const needs = {
    db: openDatabase(env.DB),
    secretBox: aesGcmSecretBox(config.secretBoxKeys),
    connectionClients: connectionClientsOf(config),
    log: consoleLog,
    now: () => Date.now(),
  };
  return {
    receivers: minutesReceiversOf(env),
    targets: (of) => findTargets(needs.db, of),
    connection: (connectionId) => readConnection(needs.db, connectionId),
    access: (connectionId, refusedToken) => accessToken(needs, connectionId, refusedToken),
    read: (meetId) => meetingStub(env, meetId).reported(),
    view: (meetId) => meetingStub(env, meetId).view(SYSTEM_VIEWER),
  };
}
