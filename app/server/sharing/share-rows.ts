import type { Ownership } from "#app/domain/account/ownership.ts";
import { and, eq, isNull } from "drizzle-orm";
import type { ShareState } from "#app/contracts/share.ts";
import { type MeetId, randomId } from "#app/domain/ids.ts";
import { SHARE_DEFAULT_MS } from "#app/domain/limits/sharing.ts";
import type { SharePart } from "#app/domain/meeting/access.ts";
import { hashToken } from "#app/server/auth/token.ts";
import type { Database } from "#app/server/db/database.ts";
import { shareLinks } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";

export type ShareRow = typeof shareLinks.$inferSelect;
export type ShareSettings = Pick<ShareRow, "parts" | "titleShown" | "expiresAt">;

/** What a new link shows until its owner says otherwise: the minutes and their proof, for a month, no title in previews. */
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

/** A row with an address that never was before. */
export async function newLinkRow(
  { shareTokens, now }: Pick<Services, "shareTokens" | "now">,
  input: { meetId: MeetId; ownership: Ownership; settings: ShareSettings },
): Promise<typeof shareLinks.$inferInsert> {
  const { meetId, ownership, settings } = input;
  const linkId = randomId();
  const tokenHash = await hashToken(await shareTokens.tokenOf({ meetId, linkId }));
  return { tokenHash, linkId, meetId, ...ownership, ...settings, createdAt: now() };
}

/** What the owner's dialog is told. */
export async function shareStateOf(
  { shareTokens, config }: Pick<Services, "shareTokens" | "config">,
  row: ShareRow | null,
): Promise<ShareState> {
  if (!row) return { link: null };
  const token = await shareTokens.tokenOf({ meetId: row.meetId as MeetId, linkId: row.linkId });
  // Under another secret another address would come out, which nobody ever gave.
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

/** Written by `writeParts` and nobody else. */
export function readParts(text: string): SharePart[] {
  return JSON.parse(text) as SharePart[];
}

/** In one order, each once; the summary is what sharing is, so it is always there. */
export function writeParts(parts: readonly SharePart[]): string {
  const order: SharePart[] = ["summary", "transcript", "recording"];
  return JSON.stringify(order.filter((part) => part === "summary" || parts.includes(part)));
}
