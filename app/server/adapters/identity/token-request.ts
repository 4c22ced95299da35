import * as z from "zod";
import { callProvider } from "#app/server/adapters/identity/provider-http.ts";
import { RefusedError } from "#app/server/adapters/identity/refusal.ts";
import type { ProviderName } from "#app/server/ports/identity-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const tokenAnswer = z.object({ access_token: z.string().min(1), id_token: z.string().min(1) });
const userInfoAnswer = z.object({ sub: z.string().min(1), name: z.string().optional().catch(undefined) });

/** Exchanges a code. Throws RefusedError when the provider does not accept it, UpstreamError for everything else. */
export async function requestTokens(
  provider: ProviderName,
  url: string,
  form: URLSearchParams,
): Promise<z.infer<typeof tokenAnswer>> {
  const { status, body } = await callProvider(provider, url, {
    method: "POST",
    headers: { Accept: "application/json" },
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
  url: string,
  accessToken: string,
): Promise<z.infer<typeof userInfoAnswer>> {
  const { status, body } = await callProvider(provider, url, {
    headers: { Accept: "application/json", Authorization: `Bearer ${accessToken}` },
  });
  const parsed = userInfoAnswer.safeParse(body);
  if (status !== 200 || !parsed.success) throw new RefusedError("profile-refused", `userinfo answered ${status}`);
  return parsed.data;
}
