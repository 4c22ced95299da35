import * as z from "zod";
import type { ProviderName } from "#app/domain/account/sign-in-provider.ts";
import { IDENTITY_ANSWER_BYTES_MAX, IDENTITY_CALL_MS_MAX } from "#app/domain/limits/account.ts";
import { RefusedError } from "#app/server/adapters/identity/id-token.ts";
import { askUpstream, parseJson } from "#app/server/ports/ask-upstream.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const tokenAnswer = z.object({ access_token: z.string().min(1), id_token: z.string().min(1) });
const userInfoAnswer = z.object({
  sub: z.string().min(1),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
  email: z.email().optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
});
export type UserInfo = z.infer<typeof userInfoAnswer>;

/** Exchanges a code. Throws RefusedError when the provider does not accept it, UpstreamError for everything else. */
export async function requestTokens(
  provider: ProviderName,
  url: string,
  form: URLSearchParams,
  headers: Record<string, string> = {},
): Promise<z.infer<typeof tokenAnswer>> {
  const { status, body } = await callProvider(provider, url, {
    method: "POST",
    headers: { Accept: "application/json", ...headers },
    body: form,
  });
  if (status === 400) throw new RefusedError("code-refused", "the token endpoint answered 400");
  const parsed = tokenAnswer.safeParse(body);
  if (status !== 200 || !parsed.success) throw new UpstreamError({ service: provider, status, retryable: false });
  return parsed.data;
}

/** Requests the profile of the access token's user. Any failure throws: a profile is never read in part. */
export async function requestUserInfo(
  provider: ProviderName,
  url: string | null,
  accessToken: string,
): Promise<UserInfo> {
  if (url === null) throw new RefusedError("profile-refused", "the provider has no userinfo");
  const { status, body } = await callProvider(provider, url, {
    headers: { Accept: "application/json", Authorization: `Bearer ${accessToken}` },
  });
  const parsed = userInfoAnswer.safeParse(body);
  if (status !== 200 || !parsed.success) throw new RefusedError("profile-refused", `userinfo answered ${status}`);
  return parsed.data;
}

/** One call to a provider. Throws UpstreamError as askUpstream does, and where the answer is no JSON. */
export async function callProvider(
  provider: ProviderName,
  url: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown }> {
  const limits = { msMax: IDENTITY_CALL_MS_MAX, bytesMax: IDENTITY_ANSWER_BYTES_MAX, waits: [429] };
  const { status, text } = await askUpstream({ service: provider, ...limits }, url, init);
  const body = parseJson(text);
  if (body === undefined) throw new UpstreamError({ service: provider, status, retryable: false, isInvalidJson: true });
  return { status, body };
}

/** URLs and issuers of one provider. The same code runs against the real providers and the local provider on loopback. */
export type Endpoints = {
  authorize: string;
  token: string;
  /** Null where there is none. */
  userInfo: string | null;
  keys: string;
  /** Accepted `iss` of an id_token; `{tid}` stands for the token's own tenant. */
  issuers: readonly string[];
  /** Signatures of its id_tokens; RS256 unless it says others. */
  algorithms?: readonly string[];
};
type KnownProvider = Exclude<ProviderName, "oidc">;

/** `localIssuer`: the issuer of the local provider, behind its base. */
const ENDPOINTS: Record<KnownProvider, Endpoints & { localIssuer: string }> = {
  // https://accounts.google.com/.well-known/openid-configuration
  google: {
    authorize: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    userInfo: "https://www.googleapis.com/oauth2/v3/userinfo",
    keys: "https://www.googleapis.com/oauth2/v3/certs",
    issuers: ["https://accounts.google.com", "accounts.google.com"],
    localIssuer: "",
  },
  // https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration
  microsoft: {
    authorize: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
    token: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    userInfo: "https://graph.microsoft.com/oidc/userinfo",
    keys: "https://login.microsoftonline.com/common/discovery/v2.0/keys",
    issuers: ["https://login.microsoftonline.com/{tid}/v2.0"],
    localIssuer: "/{tid}/v2.0",
  },
};

/** `localOrigin` is the local provider's (workers/stand-ins/server.mjs); null means the real providers. */
export function endpointsOf(provider: KnownProvider, localOrigin: string | null): Endpoints {
  const { localIssuer, ...real } = ENDPOINTS[provider];
  if (localOrigin === null) return real;
  const base = `${localOrigin}/${provider}`;
  return {
    authorize: `${base}/authorize`,
    token: `${base}/token`,
    userInfo: `${base}/userinfo`,
    keys: `${base}/keys`,
    issuers: [`${base}${localIssuer}`],
  };
}
