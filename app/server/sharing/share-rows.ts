import { and, eq, isNull } from "drizzle-orm";
import type { ShareState } from "#app/contracts/share.ts";
import type { Ownership } from "#app/domain/account/ownership.ts";
import { type MeetId, randomId } from "#app/domain/ids.ts";
import { SHARE_DEFAULT_MS } from "#app/domain/limits/sharing.ts";
import type { SharePart } from "#app/domain/meeting/access.ts";
import { hashToken } from "#app/server/auth/token.ts";
import type { Database } from "#app/server/db/database.ts";
import { shareLinks } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";

export type ShareRow = typeof shareLinks.$inferSelect;
export type ShareSettings = Pick<ShareRow, "parts" | "titleShown" | "expiresAt">;

/** Settings of a new link until its owner changes them: the minutes and the recording, for a month, no title in previews. */
export function defaultSettings(now: number): ShareSettings {
  return { parts: writeParts(["summary", "recording"]), titleShown: false, expiresAt: now + SHARE_DEFAULT_MS };
}

/** The link of a meeting that was not revoked; it may have ended by its date. There is one at most. */
export async function readStandingLink(db: Database, meetId: MeetId): Promise<ShareRow | null> {
  const [row] = await db
    .select()
    .from(shareLinks)
    .where(and(eq(shareLinks.meetId, meetId), isNull(shareLinks.revokedAt)));
  return row ?? null;
}

/** A row with a new address. */
export async function newLinkRow(
  { shareTokens, now }: Pick<Services, "shareTokens" | "now">,
  input: { meetId: MeetId; ownership: Ownership; settings: ShareSettings },
): Promise<typeof shareLinks.$inferInsert> {
  const { meetId, ownership, settings } = input;
  const linkId = randomId();
  const tokenHash = await hashToken(await shareTokens.tokenOf({ meetId, linkId }));
  return { tokenHash, linkId, meetId, ...ownership, ...settings, createdAt: now() };
}

/** The state of a link for the owner's dialog. */
export async function shareStateOf(
  { shareTokens, config }: Pick<Services, "shareTokens" | "config">,
  row: ShareRow | null,
): Promise<ShareState> {
  if (!row) return { link: null };
  const token = await shareTokens.tokenOf({ meetId: row.meetId as MeetId, linkId: row.linkId });
  // After a change of the secret the token would be a different one, which was never given out.
  const isShowable = (await hashToken(token)) === row.tokenHash;
  const { titleShown, expiresAt, opens, lastOpenedOn } = row;
  return {
    link: {
      url: isShowable ? `${config.origin}/s/${token}` : null,
      parts: readParts(row.parts),
      titleShown,
      expiresAt,
      opens,
      lastOpenedOn,
    },
  };
}

/** Reads a text that only `writeParts` writes. */
export function readParts(text: string): SharePart[] {
  return JSON.parse(text) as SharePart[];
}

/** In one order, each once; the summary is what sharing is, so it is always there. */
export function writeParts(parts: readonly SharePart[]): string {
  const order: SharePart[] = ["summary", "transcript", "recording"];
  return JSON.stringify(order.filter((part) => part === "summary" || parts.includes(part)));
}
