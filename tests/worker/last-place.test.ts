import { env } from "cloudflare:workers";
import { count, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { randomId } from "#app/domain/ids.ts";
import { API_KEYS_MAX } from "#app/domain/limits/apps.ts";
import { CONNECTIONS_MAX, WEBHOOKS_MAX } from "#app/domain/limits/deliveries.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { apiKeys } from "#app/server/db/schema-keys.ts";
import { webhooks } from "#app/server/db/schema-webhooks.ts";
import { createKey } from "#app/server/keys/change-keys.ts";
import { addWebhook } from "#app/server/webhooks/change-webhooks.ts";
import { call } from "#tests/support/api.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";

/** An attack: many requests at once for the last place below a limit. Each limit is judged by the statement that takes the place. */

const db = openDatabase(env.DB);
const services = composeServices(workerEnv, () => {});

type Kind = {
  kind: string;
  limit: number;
  add: (actor: ReturnType<typeof sessionActor>, number: number) => Promise<boolean>;
  counted: (userId: string) => Promise<{ rows: number }[]>;
};

const KINDS: Kind[] = [
  {
    kind: "API keys",
    limit: API_KEYS_MAX,
    add: async (actor, number) =>
      (await createKey(services, actor, { name: `${number}`, scope: "read", days: null })).ok,
    counted: (userId) => db.select({ rows: count() }).from(apiKeys).where(eq(apiKeys.userId, userId)),
  },
  {
    kind: "webhooks",
    limit: WEBHOOKS_MAX,
    add: async (actor, number) =>
      (
        await addWebhook(services, actor, {
          url: `https://hooks.example.com/${number}`,
          events: ["meeting.summarized"],
          content: "links",
        })
      ).ok,
    counted: (userId) => db.select({ rows: count() }).from(webhooks).where(eq(webhooks.userId, userId)),
  },
  {
    kind: "connections",
    limit: CONNECTIONS_MAX,
    add: async ({ userId, workspaceId }, number) => {
      const row = {
        id: randomId(),
        userId,
        workspaceId,
        kind: "hubspot" as const,
        accountId: `${number}`,
        accountName: "Hub",
        tokens: "sealed",
        sends: "by-hand" as const,
        updates: true,
        settings: "{}",
        createdAt: 1,
        activeSince: 1,
      };
      const where = sql`(select count(*) from ${connections} where ${eq(connections.userId, userId)}) < ${CONNECTIONS_MAX}`;
      return (await insertWhere(db, connections, { row, where }).returning({ id: connections.id })).length === 1;
    },
    counted: (userId) => db.select({ rows: count() }).from(connections).where(eq(connections.userId, userId)),
  },
];

test.each(KINDS)(
  "of many requests at once for the last places of $kind no more get one than there are",
  async (each) => {
    const { userId } = await signIn();
    const actor = sessionActor(userId);
    const ends = await Promise.all(Array.from({ length: each.limit + 10 }, (_, number) => each.add(actor, number)));
    expect(ends.filter(Boolean)).toHaveLength(each.limit);
    expect(await each.counted(userId)).toEqual([{ rows: each.limit }]);
  },
);

test("values that the row leaves out are those of the table, and flags come back as flags", async () => {
  const { userId } = await signIn();
  const actor = sessionActor(userId);
  expect(await KINDS[2]?.add(actor, 1)).toBe(true);
  const [row] = await db.select().from(connections).where(eq(connections.userId, userId));
  expect(row).toMatchObject({ updates: true, sends: "by-hand", brokenAt: null });
});

test.each([
  ["ends the API keys where the person asks for it", { keepThis: true, endKeys: true }, 0],
  ["leaves them where they do not", { keepThis: true }, 1],
])("signing out everywhere %s", async (_way, json, left) => {
  const { userId, cookie } = await signIn();
  await createKey(services, sessionActor(userId), { name: "script", scope: "read", days: null });
  expect((await call("/api/auth/signout_everywhere", { method: "POST", cookie, json })).status).toBe(200);
  const open = await db.select().from(apiKeys).where(eq(apiKeys.userId, userId));
  expect(open.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(left);
});
