import { useEffect } from "react";
import type { SignInProblem } from "#app/contracts/sign-in.ts";
import { saysSignedOut } from "#app/contracts/session.ts";
import { SESSION_REFRESH_MS } from "#app/domain/limits/screens.ts";

const SESSION_PATH = "/api/auth/session";
const SIGN_IN_PATH = "/api/auth/signin";

/**
 * Asks for the session every ten seconds while the page is visible, and at once when it becomes visible again (§7). A session
 * that has ended elsewhere sends the page to sign-in, which says so and leads back. An answer that does not come says nothing:
 * being offline is not being signed out.
 * While `isHeld` (a form is open that leaving would lose) the page stays; the form's own answer says that nobody is signed in.
 */
export function SessionRefresh({ isHeld }: { isHeld: boolean }) {
  useEffect(() => {
    const leaving = new AbortController();
    let asking = false;
    async function refresh() {
      if (document.visibilityState !== "visible" || asking) return;
      asking = true;
      const ended = await hasEnded(leaving.signal);
      asking = false;
      if (ended && !isHeld && !leaving.signal.aborted) goToSignIn();
    }
    const timer = setInterval(() => void refresh(), SESSION_REFRESH_MS);
    document.addEventListener("visibilitychange", () => void refresh(), { signal: leaving.signal });
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [isHeld]);
  return null;
}

async function hasEnded(leaving: AbortSignal): Promise<boolean> {
  try {
    const signal = AbortSignal.any([leaving, AbortSignal.timeout(SESSION_REFRESH_MS)]);
    const answer = await fetch(SESSION_PATH, { headers: { Accept: "application/json" }, cache: "no-store", signal });
    return answer.ok && saysSignedOut(await answer.json());
  } catch {
    return false;
  }
}

/** A whole navigation: what the page holds belongs to somebody who is no longer signed in. */
function goToSignIn() {
  const query = new URLSearchParams({ problem: "ended" satisfies SignInProblem });
  const here = `${location.pathname}${location.search}${location.hash}`;
  if (here !== "/") query.set("returnTo", here);
  location.assign(`${SIGN_IN_PATH}?${query}`);
}
