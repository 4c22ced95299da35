import * as z from "zod";
import { PROVIDER_NAMES } from "#app/domain/account/sign-in-provider.ts";
import { LOCAL_PATH_CHARS_MAX } from "#app/domain/limits/account.ts";

/** The form of the sign-in page (§2, §5): a provider's button, the terms' box, and where to go afterwards. */
export const signInForm = z.object({
  provider: z.enum(PROVIDER_NAMES),
  terms: z.literal("accepted").optional().catch(undefined),
  returnTo: z.string().max(LOCAL_PATH_CHARS_MAX).catch("/"),
});

/**
 * Why one stands before the sign-in page again (a sign-in that did not end well, a session that is over), as it stands in
 * that page's address. Anything else there is ignored.
 */
export const SIGN_IN_PROBLEMS = [
  "cancelled",
  "expired",
  "failed",
  "unavailable",
  "too-many",
  "ended",
  "deleting",
] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];

export function parseSignInProblem(text: string | null): SignInProblem | null {
  return SIGN_IN_PROBLEMS.find((problem) => problem === text) ?? null;
}

/** In the address to which signing out leads: the person left, so the page forgets what was kept for a later sign-in. */
export const SIGNED_OUT_MARK = "left";
