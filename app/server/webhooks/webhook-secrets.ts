import { and, asc, eq, gt } from "drizzle-orm";
import * as z from "zod";
import { WEBHOOK_ROTATION_MS, WEBHOOK_SECRET_BYTES } from "#app/domain/limits/deliveries.ts";
import type { Database } from "#app/server/db/database.ts";
import { webhooks } from "#app/server/db/schema-webhooks.ts";
import type { SecretBox } from "#app/server/ports/secret-box.ts";

/** The secrets of a webhook, encrypted: the newest first, and after a rotation the former one until it ends. */
const stored = z.array(z.object({ sealed: z.string(), endsAt: z.number().nullable() }));
type Stored = z.output<typeof stored>;

const PREFIX = "whsec_";
const contextOf = (webhookId: string) => `webhooks/${webhookId}`;

export async function newSecret(box: SecretBox, webhookId: string): Promise<{ secret: string; column: string }> {
  const secret = randomSecret();
  const column: Stored = [{ sealed: await box.seal(secret, contextOf(webhookId)), endsAt: null }];
  return { secret, column: JSON.stringify(column) };
}

/** The newest secret becomes the former one, which signs for WEBHOOK_ROTATION_MS; an earlier one ends at once. */
export async function rotateSecret(
  box: SecretBox,
  { id, secrets }: { id: string; secrets: string },
  now: number,
): Promise<{ secret: string; column: string }> {
  const secret = randomSecret();
  const [former] = readStored(secrets);
  const column: Stored = [
    { sealed: await box.seal(secret, contextOf(id)), endsAt: null },
    ...(former ? [{ ...former, endsAt: now + WEBHOOK_ROTATION_MS }] : []),
  ];
  return { secret, column: JSON.stringify(column) };
}

/** The secrets that sign now, newest first. Empty where none can be decrypted. */
export async function openSecrets(
  box: SecretBox,
  { id, secrets }: { id: string; secrets: string },
  now: number,
): Promise<string[]> {
  const valid = readStored(secrets).filter(({ endsAt }) => endsAt === null || endsAt > now);
  const opened = await Promise.all(valid.map(({ sealed }) => box.open(sealed, contextOf(id))));
  return opened.filter((secret) => secret !== null);
}

/** Encrypts a page of webhooks' secrets with the first key of the box. Answers the ids of the page; the next one begins after the last. */
export async function resealWebhooks(
  { db, secretBox }: { db: Database; secretBox: SecretBox },
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: webhooks.id, secrets: webhooks.secrets })
    .from(webhooks)
    .where(gt(webhooks.id, after))
    .orderBy(asc(webhooks.id))
    .limit(limit);
  for (const row of rows) {
    const secrets = await resealSecrets(secretBox, row);
    if (secrets === null) continue;
    // Not over a rotation that came meanwhile.
    await db
      .update(webhooks)
      .set({ secrets })
      .where(and(eq(webhooks.id, row.id), eq(webhooks.secrets, row.secrets)));
  }
  return rows.map(({ id }) => id);
}

/** The same secrets under the first key of the box; null where they are already. One that cannot be decrypted stays as it is. */
async function resealSecrets(box: SecretBox, { id, secrets }: { id: string; secrets: string }): Promise<string | null> {
  const before = readStored(secrets);
  if (before.every(({ sealed }) => box.isCurrent(sealed))) return null;
  const after = await Promise.all(
    before.map(async (one) => {
      const secret = await box.open(one.sealed, contextOf(id));
      return secret === null ? one : { ...one, sealed: await box.seal(secret, contextOf(id)) };
    }),
  );
  return JSON.stringify(after);
}

function readStored(column: string): Stored {
  return stored.parse(JSON.parse(column));
}

function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(WEBHOOK_SECRET_BYTES));
  return `${PREFIX}${btoa(String.fromCharCode(...bytes))}`;
}
