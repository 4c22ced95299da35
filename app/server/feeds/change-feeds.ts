import { and, asc, eq } from "drizzle-orm";
import type { MadeFeed, ShownFeed } from "#app/contracts/feeds.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { FEED_TOKEN_BYTES, type FeedKind, feedPath, parseFeedKind } from "#app/domain/feeds/feed.ts";
import { randomId } from "#app/domain/ids.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { hashToken } from "#app/server/identity/session.ts";
import type { Database } from "#app/server/db/database.ts";
import { feeds } from "#app/server/db/schema-feeds.ts";
import { toHex } from "#app/server/tokens/sink-token.ts";
import type { Services } from "#app/server/services.ts";

/** A person's feeds: one of each kind, none until they make its address. */

type Needs = Pick<Services, "config" | "db" | "log" | "now">;

export async function listFeeds({ db }: Pick<Needs, "db">, { userId }: PersonActor): Promise<ShownFeed[]> {
  const rows = await db.select().from(feeds).where(eq(feeds.userId, userId)).orderBy(asc(feeds.kind));
  return rows.map(shown);
}

/** Makes the address of a feed, or another one in its place. Only this answer holds it. Titles stay as they were, and are off at first. */
export async function renewFeed(
  { config, db, log, now }: Needs,
  { userId, workspaceId }: PersonActor,
  named: string,
): Promise<Outcome<MadeFeed, "not-found">> {
  const kind = parseFeedKind(named);
  if (kind === null) return refused("not-found");
  const token = toHex(crypto.getRandomValues(new Uint8Array(FEED_TOKEN_BYTES)));
  const address = { tokenHash: await hashToken(token), createdAt: now(), lastReadAt: null };
  const [row] = await db
    .insert(feeds)
    .values({ userId, workspaceId, kind, feedId: randomId(), titlesShown: false, ...address })
    .onConflictDoUpdate({ target: [feeds.userId, feeds.kind], set: address })
    .returning();
  // A deletion of the account may have removed the person meanwhile.
  if (!row) return refused("not-found");
  log("feed.renewed", { userId, kind });
  return ok({ url: `${config.origin}${feedPath(kind, token)}`, shown: shown(row) });
}

export async function changeFeed(
  { db, log }: Needs,
  actor: PersonActor,
  { named, titlesShown }: { named: string; titlesShown: boolean },
): Promise<Outcome<ShownFeed, "not-found">> {
  const kind = parseFeedKind(named);
  if (kind === null) return refused("not-found");
  const [row] = await db.update(feeds).set({ titlesShown }).where(ownRow(actor, kind)).returning();
  if (!row) return refused("not-found");
  log("feed.changed", { userId: actor.userId, kind });
  return ok(shown(row));
}

/** Its address is dead at once. A feed that is gone already is answered the same, so that two tabs do not contradict each other. */
export async function removeFeed(
  { db, log }: Needs,
  actor: PersonActor,
  named: string,
): Promise<Outcome<null, "not-found">> {
  const kind = parseFeedKind(named);
  if (kind === null) return refused("not-found");
  const gone = await db.delete(feeds).where(ownRow(actor, kind)).returning({ kind: feeds.kind });
  if (gone.length > 0) log("feed.removed", { userId: actor.userId, kind });
  return ok(null);
}

/** A person's rows for `account.json` of the archive, without the hash of the address. */
export async function readFeedData(db: Database, userId: string) {
  return (await db.select().from(feeds).where(eq(feeds.userId, userId))).map(shown);
}

function ownRow({ userId }: PersonActor, kind: FeedKind) {
  return and(eq(feeds.userId, userId), eq(feeds.kind, kind));
}

function shown({ kind, titlesShown, createdAt, lastReadAt }: typeof feeds.$inferSelect): ShownFeed {
  return { kind, titlesShown, createdAt, lastReadAt };
}
