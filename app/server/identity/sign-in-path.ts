import type { SignInProblem } from "#app/contracts/sign-in.ts";

export const SIGN_IN_PATH = "/api/auth/signin";

/** The sign-in page's address; "/" needs no mention. */
export function signInPath(input: { returnTo: string; problem?: SignInProblem }): string {
  const query = new URLSearchParams();
  if (input.problem) query.set("problem", input.problem);
  if (input.returnTo !== "/") query.set("returnTo", input.returnTo);
  return query.size === 0 ? SIGN_IN_PATH : `${SIGN_IN_PATH}?${query}`;
}
