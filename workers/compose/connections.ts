import type { ConnectionKind } from "#app/domain/deliveries/delivery.ts";
import { SYSTEM_VIEWER } from "#app/domain/meeting/access.ts";
import { notionClient, notionConsent } from "#app/server/adapters/collaboration/notion.ts";
import { slackClient, slackConsent } from "#app/server/adapters/collaboration/slack.ts";
import { aesGcmSecretBox } from "#app/server/adapters/web-crypto/secret-box.ts";
import { slackReceiver } from "#app/server/collaboration/post-minutes.ts";
import { notionReceiver } from "#app/server/collaboration/write-page.ts";
import { accessToken } from "#app/server/connections/connection-tokens.ts";
import { findTargets, readConnection } from "#app/server/connections/read-connections.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { consoleLog } from "#app/server/log.ts";
import type { ConnectionClients } from "#app/server/ports/connection-client.ts";
import type { MinutesReceivers } from "#app/server/ports/destination-sender.ts";
import type { Services } from "#app/server/services.ts";
import { configOf, meetingStub } from "#workers/compose/objects.ts";
import type { Config, Env } from "#workers/config.ts";
import type { ConnectionDeps } from "#workers/workspace/connections/send-minutes.ts";

/** Accounts to which minutes go. A new kind adds its consent and its receiver here; a kind that is not configured is absent. */

export function connectionClientsOf({ app, slack, notion }: Config): ConnectionClients {
  const redirectUri = (kind: ConnectionKind) => `${app.origin}/api/acta/connections/connect/${kind}/callback`;
  return {
    ...(slack === null ? {} : { slack: slackConsent({ ...slack, redirectUri: redirectUri("slack") }) }),
    ...(notion === null ? {} : { notion: notionConsent({ ...notion, redirectUri: redirectUri("notion") }) }),
  };
}

/** Slack and Notion as use cases see them. */
export function collaborationOf({ slack, notion }: Config): Pick<Services, "slack" | "notion"> {
  return {
    slack: slack === null ? null : slackClient(slack),
    notion: notion === null ? null : notionClient(notion),
  };
}

function minutesReceiversOf(config: Config): MinutesReceivers {
  const { slack, notion } = collaborationOf(config);
  const { origin } = config.app;
  return {
    ...(slack === null ? {} : { slack: slackReceiver({ slack, origin }) }),
    ...(notion === null ? {} : { notion: notionReceiver({ notion, origin }) }),
  };
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
    receivers: minutesReceiversOf(config),
    targets: (of) => findTargets(needs.db, of),
    connection: (connectionId) => readConnection(needs.db, connectionId),
    access: (connectionId, fresh) => accessToken(needs, connectionId, fresh),
    read: (meetId) => meetingStub(env, meetId).reported(),
    view: (meetId) => meetingStub(env, meetId).view(SYSTEM_VIEWER),
  };
}
