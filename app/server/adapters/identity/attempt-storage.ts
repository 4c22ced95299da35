import { createSession, type Session, type SessionStorage } from "@remix-run/server-runtime";

/** Session key under which OAuth2Strategy looks for its state (a private constant of remix-auth-oauth2 1.11). */
const STATE_KEY = "oauth2:state";

/**
 * The session that is given to the library: it lives for one call and holds one attempt's state. The library's own session holds
 * one state per browser, so two tabs would break each other; ours is in D1, one row per attempt.
 */
export function attemptStorage(state: string | null): { storage: SessionStorage; state(): string | null } {
  const session: Session = createSession(state === null ? {} : { [STATE_KEY]: state });
  return {
    storage: {
      getSession: async () => session,
      commitSession: async () => "",
      destroySession: async () => "",
    },
    state() {
      const kept: unknown = session.get(STATE_KEY);
      return typeof kept === "string" ? kept : null;
    },
  };
}
