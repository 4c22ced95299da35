import { eq } from "drizzle-orm";
import * as z from "zod";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { isAllowedRedirect, redirectPlace } from "#app/domain/account/app-access.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { randomId } from "#app/domain/ids.ts";
import { APP_NAME_CHARS_MAX, APP_REDIRECT_CHARS_MAX, APP_REDIRECTS_MAX } from "#app/domain/limits/apps.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { OAuthRefusal } from "#app/server/apps/oauth-route.ts";
import { oauthClients } from "#app/server/db/schema-apps.ts";
import type { Services } from "#app/server/services.ts";

export type RegisteredApp = { id: string; name: string; redirectUris: readonly string[] };

/** Only what is used. RFC 7591 §2: what a server does not understand it ignores. */
export const appMetadata = z.object({
  redirect_uris: z.array(z.string().max(APP_REDIRECT_CHARS_MAX)).min(1).max(APP_REDIRECTS_MAX),
  client_name: z.string().nullish(),
});

/**
 * RFC 7591: an app registers itself. Anyone can, under any name, so that the consent page shows where the code is sent. It becomes a
 * public client whatever it asks for, as the answer says.
 */
export async function registerApp(
  { db, log, now }: Pick<Services, "db" | "log" | "now">,
  { redirect_uris: redirectUris, client_name: named }: z.output<typeof appMetadata>,
): Promise<Outcome<object, Extract<OAuthRefusal, "invalid_redirect_uri">>> {
  const [first = ""] = redirectUris;
  if (!redirectUris.every(isAllowedRedirect)) return refused("invalid_redirect_uri");
  const name = shortened(cleanName(named ?? "")) || redirectPlace(first).place;
  const id = randomId();
  const createdAt = now();
  await db.insert(oauthClients).values({ id, name, redirectUris: JSON.stringify(redirectUris), createdAt });
  log("app.registered", { clientId: id });
  return ok({
    client_id: id,
    client_id_issued_at: Math.floor(createdAt / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  });
}

const shortened = (name: string) => beginningOf(name, APP_NAME_CHARS_MAX).trim();

export async function findApp({ db }: Pick<Services, "db">, clientId: string): Promise<RegisteredApp | null> {
  const [row] = await db.select().from(oauthClients).where(eq(oauthClients.id, clientId));
  if (!row) return null;
  // Only this file writes them.
  return { id: row.id, name: row.name, redirectUris: JSON.parse(row.redirectUris) as string[] };
}
