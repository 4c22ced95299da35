import { safeReturnPath } from "#app/domain/account/return-path.ts";
import type { ProviderName } from "#app/domain/account/sign-in-provider.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { newToken } from "#app/server/identity/session.ts";
import { keepAttempt } from "#app/server/auth/sign-in-attempts.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";

/** Begins a sign-in: where to send the browser, and the cookie that binds the attempt to it. Terms come first (§5). */
export async function startSignIn(
  services: Services,
  request: Request,
  input: { provider: ProviderName; termsAccepted: boolean; returnTo: string },
): Promise<Outcome<{ url: string; setCookie: string }, "terms-missing" | "unknown-provider" | "unavailable">> {
  if (!input.termsAccepted) return refused("terms-missing");
  const { provider } = input;
  const secrets = { nonce: newToken(), codeVerifier: newToken() };
  const known = services.identity[provider];
  if (!known) return refused("unknown-provider");
  const begun = await known.begin(secrets).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
    services.log("sign-in.provider-failed", { provider, status: error.status, retryable: error.retryable });
    return null;
  });
  if (begun === null) return refused("unavailable");
  const { url, state } = begun;
  const returnTo = safeReturnPath(input.returnTo);
  const { setCookie } = await keepAttempt(services, request, { provider, state, returnTo, ...secrets });
  return ok({ url, setCookie });
}
