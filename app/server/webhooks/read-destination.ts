import { and, eq, isNull } from "drizzle-orm";
import { checkReceiver } from "#app/domain/webhooks/receiver-address.ts";
import { WEBHOOK_EVENTS, type WebhookContent, type WebhookEvent } from "#app/domain/webhooks/webhook.ts";
import type { AppConfig } from "#app/server/config.ts";
import type { Database } from "#app/server/db/database.ts";
import { webhooks } from "#app/server/db/schema-webhooks.ts";
import type { SecretBox } from "#app/server/ports/secret-box.ts";
import { openSecrets } from "#app/server/webhooks/webhook-secrets.ts";

/** Webhooks as the workspace object reads them: each time from D1, so that a change counts from the next message on. */

type DestinationNeeds = {
  db: Database;
  secretBox: SecretBox;
  config: Pick<AppConfig, "origin" | "webhooks">;
  now: () => number;
};

/** A webhook to which a meeting is told. */
export type Receiver = { id: string; events: readonly WebhookEvent[]; since: number };

/** The webhooks of a meeting's creator in its workspace that are not paused. */
export async function findReceivers(
  { db }: Pick<DestinationNeeds, "db">,
  { workspaceId, createdBy }: { workspaceId: string; createdBy: string },
): Promise<Receiver[]> {
  const rows = await db
    .select({ id: webhooks.id, events: webhooks.events, since: webhooks.activeSince })
    .from(webhooks)
    .where(and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.userId, createdBy), isNull(webhooks.pausedAt)));
  return rows.map((row) => ({ ...row, events: readEvents(row.events) }));
}

export type Destination = {
  url: string;
  /** Newest first; empty where none can be decrypted. */
  secrets: readonly string[];
  content: WebhookContent;
  userId: string;
  workspaceId: string;
  isPaused: boolean;
  /** Whether the rules still allow the address: they may have become stricter since it was entered. */
  isAllowed: boolean;
};

/** Null where the webhook is gone. */
export async function readDestination(needs: DestinationNeeds, webhookId: string): Promise<Destination | null> {
  const [row] = await needs.db.select().from(webhooks).where(eq(webhooks.id, webhookId));
  if (!row) return null;
  const { url, content, userId, workspaceId, pausedAt } = row;
  return {
    url,
    secrets: await openSecrets(needs.secretBox, row, needs.now()),
    content,
    userId,
    workspaceId,
    isPaused: pausedAt !== null,
    isAllowed: checkReceiver(url, addressRules(needs.config)).ok,
  };
}

export function addressRules({ origin, webhooks: { localOrigin } }: DestinationNeeds["config"]) {
  return { ownHost: new URL(origin).hostname, localOrigin };
}

/** Names that this release does not know are left out. */
export function readEvents(column: string): WebhookEvent[] {
  const names: unknown = JSON.parse(column);
  return Array.isArray(names) ? WEBHOOK_EVENTS.filter((event) => names.includes(event)) : [];
}
