/**
 * GET /api/auth/session (§7). Signed out is an ordinary answer (200, an empty object) and not an error: the page asks every
 * ten seconds, and only an answer of this shape may send somebody away.
 */
export type SessionView =
  | {
      user: { name: string; email: string | null };
      /** False: signed in, but the onboarding is still to come. */
      onboarded: boolean;
    }
  | Record<string, never>;

/** Whether an answer says that nobody is signed in. Whatever else arrives (a hotel's login page, say) says nothing. */
export function saysSignedOut(body: unknown): boolean {
  return typeof body === "object" && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;
}
