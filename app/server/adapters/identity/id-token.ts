import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import * as z from "zod";
import type { ProviderName } from "#app/domain/account/sign-in-provider.ts";
import { IDENTITY_CALL_MS_MAX } from "#app/domain/limits/account.ts";
import type { IdentityRefusal } from "#app/server/ports/identity-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Carries a refusal through the library, which knows only thrown errors. It never leaves this folder. */
export class RefusedError extends Error {
  constructor(
    readonly reason: IdentityRefusal,
    /** Description of the problem in our own words, for a developer's log. */
    detail: string,
    cause?: unknown,
  ) {
    super(`${reason}: ${detail}`, { cause });
    this.name = "RefusedError";
  }
}

export type KeySet = ReturnType<typeof createRemoteJWKSet>;

/**
 * The provider's signing keys, fetched when first needed and kept as long as the isolate lives. A key that is not among them is looked for at
 * once: id_tokens come from the provider's own endpoint, so that no stranger can make us ask.
 */
export function remoteKeys(url: string): KeySet {
  return createRemoteJWKSet(new URL(url), { timeoutDuration: IDENTITY_CALL_MS_MAX, cooldownDuration: 0 });
}

/** Clocks differ a little. */
const CLOCK_TOLERANCE_S = 60;

const idTokenClaims = z.object({
  iss: z.string(),
  // One audience: a token that was made for several clients is not for us.
  aud: z.union([z.string(), z.tuple([z.string()])]),
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
  email: z.email().optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  /** Google: the Workspace domain that the account belongs to. */
  hd: z.string().min(1).optional().catch(undefined),
  /** Microsoft: tenant and person. */
  tid: z.guid().optional().catch(undefined),
  oid: z.guid().optional().catch(undefined),
  /** Microsoft, an optional claim: the owner of the address's domain has been verified. */
  xms_edov: z
    .union([z.boolean(), z.literal(1), z.literal("1")])
    .optional()
    .catch(undefined),
});
export type IdTokenClaims = z.infer<typeof idTokenClaims>;

/**
 * The claims of an id_token, once its signature, issuer, audience, nonce and time have been checked (OpenID Connect Core
 * 3.1.3.7). Throws RefusedError where the token proves nothing, UpstreamError where the keys cannot be had.
 */
export async function verifyIdToken(
  token: string,
  {
    provider,
    keys,
    clientId,
    endpoints,
    secrets,
  }: {
    provider: ProviderName;
    keys: KeySet;
    clientId: string;
    endpoints: { issuers: readonly string[]; algorithms?: readonly string[] };
    secrets: { nonce: string };
  },
): Promise<IdTokenClaims> {
  const verified = await jwtVerify(token, keys, {
    algorithms: [...(endpoints.algorithms ?? ["RS256"])],
    audience: clientId,
    clockTolerance: CLOCK_TOLERANCE_S,
    requiredClaims: ["iss", "aud", "sub", "exp", "iat", "nonce"],
  }).catch((error: unknown) => {
    throw keysUnavailable(error)
      ? new UpstreamError({ service: provider, retryable: true, cause: error })
      : new RefusedError("profile-refused", "the id_token does not verify", error);
  });
  const parsed = idTokenClaims.safeParse(verified.payload);
  if (!parsed.success) throw new RefusedError("profile-refused", "the id_token lacks a claim");
  const claims = parsed.data;
  if (claims.nonce !== secrets.nonce) throw new RefusedError("profile-refused", "the nonce is another attempt's");
  if (!endpoints.issuers.some((issuer) => issuedBy(issuer, claims))) {
    throw new RefusedError("profile-refused", "the issuer is another");
  }
  const keyIssuer = issuerOfKey(keys, verified.protectedHeader.kid);
  if (keyIssuer && !issuedBy(keyIssuer, claims)) {
    throw new RefusedError("profile-refused", "the key belongs to another issuer");
  }
  return claims;
}

/** A key set that does not come is the provider's trouble; a key that is not in it is the token's. */
function keysUnavailable(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true;
  return (
    error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === "ERR_JOSE_GENERIC"
  );
}

/** Microsoft's common endpoint signs for every tenant: the issuer must be the one of the token's own tenant. */
function issuedBy(issuer: string, claims: IdTokenClaims): boolean {
  if (!issuer.includes("{tid}")) return claims.iss === issuer;
  return claims.tid !== undefined && claims.iss === issuer.replace("{tid}", claims.tid);
}

/** Microsoft names beside each key whose tokens it may sign; Google does not. */
function issuerOfKey(keys: KeySet, kid: string | undefined): string | null {
  const key = keys.jwks()?.keys.find((each) => each.kid === kid);
  const issuer: unknown = key && "issuer" in key ? key.issuer : null;
  return typeof issuer === "string" ? issuer.replace("{tenantid}", "{tid}") : null;
}
