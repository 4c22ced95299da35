import { and, eq, lt } from "drizzle-orm";
import type { ProviderName } from "#app/domain/account/sign-in-provider.ts";
import { SIGN_IN_ATTEMPT_MS_MAX } from "#app/domain/limits/account.ts";
import { hashToken, newToken, readCookie } from "#app/server/identity/session.ts";
import { signInAttempts } from "#app/server/db/schema-account.ts";
import type { AttemptSecrets } from "#app/server/ports/identity-provider.ts";
import type { Services } from "#app/server/services.ts";

/**
 * A sign-in that was started: one row per attempt, found by its state and bound to the browser by a cookie that all of the
 * browser's attempts share, so that two tabs do not break each other. A row can be taken only once, also if the sign-in fails.
 */
export type Attempt = AttemptSecrets & { returnTo: string; startedAt: number };

type Needs = Pick<Services, "config" | "db" | "now">;

const TOKEN_PATTERN = /^[0-9a-f]{64}$/;

function attemptCookieName(origin: string): string {
  return origin.startsWith("https://") ? "__Host-acta-attempt" : "acta-attempt";
}

function browserToken(request: Request, origin: string): string | null {
  const token = readCookie(request, attemptCookieName(origin));
  return token && TOKEN_PATTERN.test(token) ? token : null;
}

/** Keeps an attempt; the answer must carry `setCookie`. */
export async function keepAttempt(
  { config, db, now }: Needs,
  request: Request,
  attempt: AttemptSecrets & { provider: ProviderName; state: string; returnTo: string },
): Promise<{ setCookie: string }> {
  const browser = browserToken(request, config.origin) ?? newToken();
  const { provider, codeVerifier, nonce, returnTo } = attempt;
  const at = now();
  await db.batch([
    db.delete(signInAttempts).where(lt(signInAttempts.createdAt, at - SIGN_IN_ATTEMPT_MS_MAX)),
    db.insert(signInAttempts).values({
      stateHash: await hashToken(attempt.state),
      browserHash: await hashToken(browser),
      createdAt: at,
      provider,
      codeVerifier,
      nonce,
      returnTo,
    }),
  ]);
  const secure = config.origin.startsWith("https://") ? "; Secure" : "";
  const maxAgeSeconds = SIGN_IN_ATTEMPT_MS_MAX / 1000;
  return {
    setCookie: `${attemptCookieName(config.origin)}=${browser}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`,
  };
}

/**
 * Takes this browser's attempt out, or null where there is none: unknown, used, too old, another provider's or another
 * browser's (whose own attempt stays untouched).
 */
export async function takeAttempt(
  { config, db, now }: Needs,
  request: Request,
  { provider, state }: { provider: ProviderName; state: string },
): Promise<Attempt | null> {
  const browser = browserToken(request, config.origin);
  if (!browser) return null;
  const [row] = await db
    .delete(signInAttempts)
    .where(
      and(
        eq(signInAttempts.stateHash, await hashToken(state)),
        eq(signInAttempts.browserHash, await hashToken(browser)),
        eq(signInAttempts.provider, provider),
      ),
    )
    .returning();
  if (!row || now() - row.createdAt > SIGN_IN_ATTEMPT_MS_MAX) return null;
  return { nonce: row.nonce, codeVerifier: row.codeVerifier, returnTo: row.returnTo, startedAt: row.createdAt };
}
