import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { SessionActor } from "#app/domain/account/actor.ts";
import { formatToken, redirectPlace } from "#app/domain/account/app-access.ts";
import { randomId } from "#app/domain/ids.ts";
import { APP_GRANTS_MAX, OAUTH_CODE_MS } from "#app/domain/limits/apps.ts";
import { type AskedAccess, returnAddress } from "#app/server/apps/check-authorization.ts";
import { hashToken, newToken } from "#app/server/identity/session.ts";
import { oauthClients, oauthGrants, oauthTokens } from "#app/server/db/schema-apps.ts";
import type { Services } from "#app/server/services.ts";

/**
 * Proves that an answer comes from the page that this session was shown for this very request. The hash of a session is never sent to a
 * page, so that nobody else can make it.
 */
export function consentTicket({ sessionHash }: SessionActor, asked: AskedAccess): Promise<string> {
  const { app, redirectUri, state, challenge, scopes, resource } = asked;
  return hashToken(JSON.stringify(["consent", sessionHash, app.id, redirectUri, state, challenge, scopes, resource]));
}

/** The person allows the app. The answer is the address that the browser goes on to, with a code for one minute and one use. */
export async function allowApp(
  services: Pick<Services, "config" | "db" | "log" | "now">,
  { userId, workspaceId }: SessionActor,
  { asked, write }: { asked: AskedAccess; write: boolean },
): Promise<string> {
  const { db, log, now } = services;
  const { app, redirectUri, challenge, resource } = asked;
  const at = now();
  const grantId = randomId();
  const scope = write && asked.scopes.includes("write") ? "write" : "read";
  const code = formatToken("code", newToken());
  const expiresAt = at + OAUTH_CODE_MS;
  await db.batch([
    db.insert(oauthGrants).values({
      id: grantId,
      userId,
      workspaceId,
      clientId: app.id,
      name: app.name,
      place: redirectPlace(redirectUri).place,
      resource,
      scope,
      createdAt: at,
      expiresAt,
    }),
    db
      .insert(oauthTokens)
      .values({ hash: await hashToken(code), grantId, kind: "code", redirectUri, challenge, expiresAt }),
    db.update(oauthClients).set({ allowedAt: at }).where(eq(oauthClients.id, app.id)),
  ]);
  await endOldest(services, userId);
  log("app.allowed", { userId, clientId: app.id, grantId, scope });
  return returnAddress(services, asked, { code });
}

export function refuseApp(services: Pick<Services, "config">, asked: AskedAccess): string {
  return returnAddress(services, asked, { error: "access_denied" });
}

async function endOldest({ db, now }: Pick<Services, "db" | "now">, userId: string): Promise<void> {
  const open = and(eq(oauthGrants.userId, userId), isNull(oauthGrants.revokedAt));
  const rows = await db
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(open)
    .orderBy(asc(oauthGrants.createdAt));
  const over = rows.slice(0, Math.max(0, rows.length - APP_GRANTS_MAX)).map(({ id }) => id);
  if (over.length > 0) await db.update(oauthGrants).set({ revokedAt: now() }).where(inArray(oauthGrants.id, over));
}
