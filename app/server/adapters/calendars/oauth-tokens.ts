import { decodeJwt } from "jose";
import * as z from "zod";
import type { ConsentProvider } from "#app/domain/calendar/calendar.ts";
import { CALENDAR_TOKEN_BYTES_MAX } from "#app/domain/limits/calendars.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { ProviderAddresses } from "#app/server/adapters/calendars/provider-addresses.ts";
import { callProvider } from "#app/server/adapters/calendars/provider-request.ts";
import type { CalendarOwner, CalendarProviderClient, CalendarTokens } from "#app/server/ports/calendar-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** The consent of both providers: OAuth 2.0 with PKCE, apart from sign-in and with scopes of its own. */

export type OAuthSettings = {
  provider: ConsentProvider;
  addresses: ProviderAddresses;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  scopes: readonly string[];
  /** Without these nothing can be read; people may untick them. */
  neededScopes: readonly string[];
  /** Parameters of the provider's own in the consent address. */
  extra: Readonly<Record<string, string>>;
};

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive(),
  scope: z.string().optional(),
  id_token: z.string().optional(),
});
const refusal = z.object({ error: z.string() });
/** Google has `email`; Microsoft's work accounts may have it in `preferred_username` only. Neither grants anything. */
const claims = z.object({
  sub: z.string().min(1),
  aud: z.string(),
  nonce: z.string(),
  email: z.string().optional(),
  preferred_username: z.string().optional(),
});

/** The errors of a refresh that only a new consent ends (RFC 6749 §5.2; Microsoft adds two). */
const ENDED = new Set(["invalid_grant", "interaction_required", "consent_required"]);

export function oauthOf(
  settings: OAuthSettings,
): Pick<CalendarProviderClient, "consentUrl" | "exchange" | "refresh" | "revoke"> {
  const { provider, addresses, clientId, clientSecret, redirectUri, scopes } = settings;
  const client = { client_id: clientId, client_secret: clientSecret };

  const ask = (form: Record<string, string>) =>
    callProvider({
      service: provider,
      url: addresses.token,
      bytesMax: CALENDAR_TOKEN_BYTES_MAX,
      init: {
        method: "POST",
        headers: { Accept: "application/json" },
        body: new URLSearchParams({ ...client, ...form }),
      },
    });

  return {
    consentUrl({ state, nonce, codeChallenge }) {
      const query = new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopes.join(" "),
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: "S256",
        ...settings.extra,
      });
      return `${addresses.authorize}?${query}`;
    },

    async exchange({ code, codeVerifier, nonce, now }) {
      const { status, body } = await ask({
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      });
      if (status === 400) return refused("code-refused");
      const answer = parsed(provider, status, tokenAnswer, body);
      const owner = ownerOf(answer.id_token, { clientId, nonce });
      if (owner === null) return refused("code-refused");
      const granted = (answer.scope ?? "").toLowerCase().split(/\s+/);
      const isWhole = settings.neededScopes.every((scope) => granted.some((one) => matches(one, scope)));
      if (!isWhole || answer.refresh_token === undefined) return refused("scopes-missing");
      return ok({ tokens: tokensOf(answer, answer.refresh_token, now), owner });
    },

    async refresh(refreshToken, now): Promise<Outcome<CalendarTokens, "invalid-grant">> {
      const { status, body } = await ask({ grant_type: "refresh_token", refresh_token: refreshToken });
      const refusedBy = refusal.safeParse(body);
      if (status >= 400 && refusedBy.success && ENDED.has(refusedBy.data.error)) return refused("invalid-grant");
      const answer = parsed(provider, status, tokenAnswer, body);
      // Google keeps its refresh token; Microsoft sends another one each time.
      return ok(tokensOf(answer, answer.refresh_token ?? refreshToken, now));
    },

    async revoke({ refresh }) {
      if (addresses.revoke === null) return;
      await callProvider({
        service: provider,
        url: addresses.revoke,
        bytesMax: CALENDAR_TOKEN_BYTES_MAX,
        init: { method: "POST", body: new URLSearchParams({ token: refresh }) },
      });
    },
  };
}

/** Microsoft names scopes with or without their resource. */
function matches(granted: string, scope: string): boolean {
  const wanted = scope.toLowerCase();
  return granted === wanted || granted.endsWith(`/${wanted}`);
}

function tokensOf(answer: z.infer<typeof tokenAnswer>, refresh: string, now: number): CalendarTokens {
  return { access: answer.access_token, refresh, expiresAt: now + answer.expires_in * 1000 };
}

/**
 * The token endpoint itself sent the id_token over TLS, which takes the place of its signature (OpenID Connect Core §3.1.3.7). The
 * audience and the nonce are those of this attempt.
 */
function ownerOf(
  idToken: string | undefined,
  { clientId, nonce }: { clientId: string; nonce: string },
): CalendarOwner | null {
  if (idToken === undefined) return null;
  let decoded: unknown;
  try {
    decoded = decodeJwt(idToken);
  } catch {
    return null;
  }
  const read = claims.safeParse(decoded);
  if (!read.success || read.data.aud !== clientId || read.data.nonce !== nonce) return null;
  const { sub, email, preferred_username } = read.data;
  return { subject: sub, email: (email ?? preferred_username ?? "").toLowerCase() };
}

export function parsed<Schema extends z.ZodType>(
  service: string,
  status: number,
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const read = schema.safeParse(body);
  if (status >= 300 || !read.success) throw new UpstreamError({ service, status, retryable: false });
  return read.data;
}
