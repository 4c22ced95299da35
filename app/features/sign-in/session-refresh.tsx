import { useEffect } from "react";
import { saysSignedOut, SESSION_DOUBTED_EVENT } from "#app/contracts/session.ts";
import type { SignInProblem } from "#app/contracts/sign-in.ts";
import { SESSION_REFRESH_MS } from "#app/domain/limits/screens.ts";
import { lazy } from "#app/i18n/lazy.ts";

const pageCalls = lazy(() => import("#app/contracts/page-calls.ts"));

const SIGN_IN_PATH = "/api/auth/signin";

/** The channel on which pages of one browser report that the session may have ended. Null without BroadcastChannel. */
function openSessionChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("acta-session");
}

/** For pages that only signed-out users see: the browser's other pages check their session at once, hidden ones too. */
export function useDoubtSession(): void {
  useEffect(() => {
    const channel = openSessionChannel();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel?.postMessage("doubted");
    channel?.close();
  }, []);
}

/**
 * Checks the session every ten seconds while the page is visible, and at once when it becomes visible again (§7), when a meeting
 * closes the page's socket because the session ended, and when another page of the browser has been signed out. If the session
 * has ended elsewhere, the page goes to sign-in, which says so and leads back. A missing answer is ignored: being offline is
 * not being signed out.
 * While `isHeld` (leaving would lose an open form) the page stays; the form's own request reports that the user is signed out.
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
    const { askForSession } = await pageCalls.load();
    const answer = await askForSession({ signal: leaving, timeoutMs: SESSION_REFRESH_MS });
    return answer.ok && saysSignedOut(answer.value);
  } catch {
    // The script did not load; this is ignored like a missing answer.
    return false;
  }
}

/** Loads a new document, because the page holds data of a user who is no longer signed in. */
function goToSignIn() {
  const query = new URLSearchParams({ problem: "ended" satisfies SignInProblem });
  const here = `${location.pathname}${location.search}${location.hash}`;
  if (here !== "/") query.set("returnTo", here);
  location.assign(`${SIGN_IN_PATH}?${query}`);
}
