import type { SignInProblem } from "#app/contracts/sign-in.ts";
import type { Locale } from "#app/domain/languages.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { findOrCreateUser } from "#app/server/auth/find-or-create-user.ts";
import { startSession } from "#app/server/auth/session.ts";
import { type Attempt, takeAttempt } from "#app/server/auth/sign-in-attempts.ts";
import { endSession } from "#app/server/auth/sign-out.ts";
import type { ProviderName, ProviderProfile } from "#app/server/ports/identity-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { Services } from "#app/server/services.ts";

/** Longest `state` and `code` that we look at. */
const PARAMETER_CHARS_MAX = 4096;

/**
 * Handles the callback from the provider. A valid attempt always creates a new session and ends the browser's previous session.
 * Each attempt can be used only once. `returnTo` was checked when the attempt began.
 */
export async function finishSignIn(
  services: Services,
  request: Request,
  input: { provider: ProviderName; locale: Locale },
): Promise<Outcome<{ setCookie: string }, SignInProblem> & { returnTo: string }> {
  const { provider } = input;
  const { searchParams } = new URL(request.url);
  const state = parameter(searchParams, "state");
  const attempt = state === null ? null : await takeAttempt(services, request, { provider, state });
  if (state === null || attempt === null) return { ...refused("expired"), returnTo: "/" };
  const { returnTo } = attempt;

  const identified = await identify(services, searchParams, { provider, state, attempt });
  if (!identified.ok) {
    services.log("sign-in.refused", { provider, reason: identified.reason });
    return { ...identified, returnTo };
  }
  const { userId, found } = await findOrCreateUser(services, identified.value, {
    locale: input.locale,
    // The box was ticked when the attempt began.
    termsAcceptedAt: attempt.startedAt,
  });
  await endSession(services, request);
  const { setCookie } = await startSession(services, {
    userId,
    provider,
    userAgent: request.headers.get("User-Agent"),
  });
  services.log("sign-in.done", { provider, userId, found });
  return { ...ok({ setCookie }), returnTo };
}

async function identify(
  services: Services,
  answer: URLSearchParams,
  { provider, state, attempt }: { provider: ProviderName; state: string; attempt: Attempt },
): Promise<Outcome<ProviderProfile, SignInProblem>> {
  // RFC 6749 §4.1.2.1. The provider's own words (error_description) are neither shown nor kept.
  const error = answer.get("error");
  if (error === "access_denied") return refused("cancelled");
  if (error === "server_error" || error === "temporarily_unavailable") return refused("unavailable");
  const code = parameter(answer, "code");
  if (error !== null || code === null) return refused("failed");
  const { nonce, codeVerifier } = attempt;
  try {
    const profile = await services.identity[provider].complete({ code, state, nonce, codeVerifier });
    if (profile.ok) return profile;
    services.log("sign-in.identity-refused", { provider, reason: profile.reason });
    return refused("failed");
  } catch (thrown) {
    if (!(thrown instanceof UpstreamError)) throw thrown;
    services.log("sign-in.provider-failed", { provider, status: thrown.status, retryable: thrown.retryable });
    return refused("unavailable");
  }
}

function parameter(params: URLSearchParams, name: string): string | null {
  const value = params.get(name);
  return value && value.length <= PARAMETER_CHARS_MAX ? value : null;
}
