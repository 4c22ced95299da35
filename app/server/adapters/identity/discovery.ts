import * as z from "zod";
import { OIDC_DISCOVERY_FRESH_MS } from "#app/domain/limits/account.ts";
import { callProvider, type Endpoints } from "#app/server/adapters/identity/token-request.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Signatures that we accept of a provider of any make: public keys only. */
const ALGORITHMS = ["RS256", "PS256", "ES256"] as const;

const address = z.url({ protocol: /^https?$/ });
const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  userinfo_endpoint: address.optional(),
  jwks_uri: address,
  id_token_signing_alg_values_supported: z.array(z.string()).catch(["RS256"]),
});

/**
 * The endpoints of an OpenID Connect provider, read from its discovery document (OpenID Connect Discovery 1.0 §4) when they are first needed,
 * and again after OIDC_DISCOVERY_FRESH_MS. Throws UpstreamError where the document does not come, or is another issuer's.
 */
export function discover(issuer: string, now: () => number = Date.now): () => Promise<Endpoints> {
  let known: { at: number; endpoints: Endpoints } | null = null;
  return async () => {
    if (known && now() - known.at < OIDC_DISCOVERY_FRESH_MS) return known.endpoints;
    const endpoints = await read(issuer);
    known = { at: now(), endpoints };
    return endpoints;
  };
}

async function read(issuer: string): Promise<Endpoints> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const { status, body } = await callProvider("oidc", url, { headers: { Accept: "application/json" } });
  const parsed = metadata.safeParse(body);
  // §4.3: exactly the configured issuer, or another one answers in its place.
  if (status !== 200 || !parsed.success || parsed.data.issuer !== issuer) throw unusable(status);
  const found = parsed.data;
  const places = [found.authorization_endpoint, found.token_endpoint, found.jwks_uri, found.userinfo_endpoint];
  // An issuer that is on https sends no code, secret or key in the open.
  const isOpen = places.some((place) => place?.startsWith("http://"));
  const algorithms = ALGORITHMS.filter((name) => found.id_token_signing_alg_values_supported.includes(name));
  if ((isOpen && issuer.startsWith("https://")) || algorithms.length === 0) throw unusable(status);
  return {
    authorize: found.authorization_endpoint,
    token: found.token_endpoint,
    userInfo: found.userinfo_endpoint ?? null,
    keys: found.jwks_uri,
    issuers: [issuer],
    algorithms,
  };
}

function unusable(status: number): UpstreamError {
  return new UpstreamError({ service: "oidc", status, retryable: false });
}
