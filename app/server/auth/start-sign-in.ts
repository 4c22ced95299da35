import { safeReturnPath } from "#app/domain/account/return-path.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { newToken } from "#app/server/identity/session.ts";
import { keepAttempt } from "#app/server/auth/sign-in-attempts.ts";
import type { ProviderName } from "#app/server/ports/identity-provider.ts";
import type { Services } from "#app/server/services.ts";

/** Begins a sign-in: where to send the browser, and the cookie that binds the attempt to it. Terms come first (§5). */
export async function startSignIn(
  services: Services,
  request: Request,
  input: { provider: ProviderName; termsAccepted: boolean; returnTo: string },
): Promise<Outcome<{ url: string; setCookie: string }, "terms-missing">> {
  if (!input.termsAccepted) return refused("terms-missing");
  const { provider } = input;
  const secrets = { nonce: newToken(), codeVerifier: newToken() };
  const { url, state } = await services.identity[provider].begin(secrets);
  const returnTo = safeReturnPath(input.returnTo);
  const { setCookie } = await keepAttempt(services, request, { provider, state, returnTo, ...secrets });
  return ok({ url, setCookie });
}
