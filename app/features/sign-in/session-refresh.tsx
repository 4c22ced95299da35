import { useEffect } from "react";
import type { SignInProblem } from "#app/contracts/sign-in.ts";
import { SESSION_DOUBTED_EVENT, saysSignedOut } from "#app/contracts/session.ts";
import { SESSION_REFRESH_MS } from "#app/domain/limits/screens.ts";

const SIGN_IN_PATH = "/api/auth/signin";

/** Where the pages of one browser say that the session may have ended. Null in a browser without such channels. */
function openSessionChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("acta-session");
}

/** For a page that only somebody signed out sees: the browser's other pages ask for their session at once, hidden ones too. */
export function useDoubtSession(): void {
  useEffect(() => {
    const channel = openSessionChannel();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel?.postMessage("doubted");
    channel?.close();
  }, []);
}

/**
 * Asks for the session every ten seconds while the page is visible, and at once when it becomes visible again (§7), when a meeting
 * closes the page's socket because the session ended, and when another page of the browser has been signed out. A session
 * that has ended elsewhere sends the page to sign-in, which says so and leads back. An answer that does not come says nothing:
 * being offline is not being signed out.
 * While `isHeld` (a form is open that leaving would lose) the page stays; the form's own answer says that nobody is signed in.
 */
export function SessionRefresh({ isHeld }: { isHeld: boolean }) {
  useEffect(() => {
    const leaving = new AbortController();
    let asking = false;
    async function refresh({ hidden = false } = {}) {
      if (asking || (document.visibilityState !== "visible" && !hidden)) return;
      asking = true;
      const ended = await hasEnded(leaving.signal);
      asking = false;
      if (ended && !isHeld && !leaving.signal.aborted) goToSignIn();
    }
    const timer = setInterval(() => void refresh(), SESSION_REFRESH_MS);
    document.addEventListener("visibilitychange", () => void refresh(), { signal: leaving.signal });
    const doubt = () => void refresh({ hidden: true });
    window.addEventListener(SESSION_DOUBTED_EVENT, doubt, { signal: leaving.signal });
    const channel = openSessionChannel();
    channel?.addEventListener("message", doubt);
    return () => {
      channel?.close();
      clearInterval(timer);
      leaving.abort();
    };
  }, [isHeld]);
  return null;
}

async function hasEnded(leaving: AbortSignal): Promise<boolean> {
  try {
    const { askForSession } = await import("#app/contracts/page-calls.ts");
    const answer = await askForSession({ signal: leaving, timeoutMs: SESSION_REFRESH_MS });
    return answer.ok && saysSignedOut(answer.value);
  } catch {
    // The script did not come, which says as little as an answer that does not come.
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
