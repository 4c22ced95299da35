import { createSession, type Session, type SessionStorage } from "@remix-run/server-runtime";

/** Where OAuth2Strategy looks for its state (a private constant of remix-auth-oauth2 1.11). */
const STATE_KEY = "oauth2:state";

/**
 * The session that the library is given: it lives for one call and holds one attempt's state. The library's own would hold
 * one state a browser, so that two tabs broke each other; ours is in D1, one row an attempt.
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
