import { useEffect, useState } from "react";
import {
  isSessionOver,
  isSessionProven,
  noteSession,
  saysSignedOut,
  SESSION_DOUBTED_EVENT,
  SESSION_ENDED_EVENT,
} from "#app/contracts/session.ts";
import { isAnswering } from "#app/contracts/answering.ts";
import type { SignInProblem } from "#app/contracts/sign-in.ts";
import { SESSION_REFRESH_MS } from "#app/domain/limits/screens.ts";
import { saysSomebodyElse } from "#app/features/sign-in/says-somebody-else.ts";
import { openSessionChannel } from "#app/features/sign-in/doubt-session.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";

const pageCalls = lazy(() => import("#app/contracts/page-calls.ts"));

const signedOutNotice = lazy(
  async () => (await import("#app/features/sign-in/signed-out-notice.tsx")).SignedOutNotice,
  ["signedOut"],
);

const SIGN_IN_PATH = "/api/auth/signin";

/**
 * Checks the session every ten seconds while the page is visible (unless the page's socket or its credits have just proven it), and at once when it becomes visible again (§7), when a meeting
 * closes the page's socket because the session ended, and when another page of the browser has been signed out. If the session
 * has ended elsewhere, the page goes to sign-in, which says so and leads back; so it does where another person has signed in since, who is led back
 * at once to a page of their own. A missing answer is ignored: being offline is
 * not being signed out; the next check waits longer then.
 * An action that was refused because the session has ended brings a notice instead, at once: the page stays, so that nothing that
 * was written is lost, and the notice leads to sign-in and back. It goes when the person has signed in in another tab.
 * While `isHeld` (leaving would lose an open form) the page stays, without a notice: the form itself reports that the user is
 * signed out.
 */
export function SessionRefresh({ user, isHeld }: { user: { name: string; email: string | null }; isHeld: boolean }) {
  const { name, email } = user;
  const [isNoticed, setNoticed] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const notice = () => setNoticed(true);
    window.addEventListener(SESSION_ENDED_EVENT, notice);
    return () => window.removeEventListener(SESSION_ENDED_EVENT, notice);
  }, [isHeld]);
  useEffect(() => {
    const leaving = new AbortController();
    let asking = false;
    async function refresh({ hidden = false, isTimed = false } = {}) {
      if (asking || (document.visibilityState !== "visible" && !hidden)) return;
      if (isTimed && !isAnswering()) return;
      asking = true;
      // The notice, and the end of the session, came later than the proof.
      const ended = await hasEnded({ name, email }, leaving.signal, isTimed && !isNoticed && !isSessionOver());
      asking = false;
      if (leaving.signal.aborted) return;
      if (ended !== null) noteSession(ended);
      if (ended === false) setNoticed(false);
      else if (ended && !isHeld && !isNoticed) location.assign(signInAddress());
    }
    const timer = setInterval(() => void refresh({ isTimed: true }), SESSION_REFRESH_MS);
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
  }, [isHeld, isNoticed, name, email]);
  const notice = { address: signInAddress, onClose: () => setNoticed(false) };
  return isNoticed && <WhenLoaded part={signedOutNotice} props={notice} />;
}

/** Null where no answer says. With `isProofEnough` an answer of the last ten seconds that only a signed-in person gets is one, too. */
async function hasEnded(
  person: { name: string; email: string | null },
  leaving: AbortSignal,
  isProofEnough: boolean,
): Promise<boolean | null> {
  try {
    if (isProofEnough && isSessionProven(SESSION_REFRESH_MS)) return false;
    const { askForSession } = await pageCalls.load();
    const answer = await askForSession({ signal: leaving, timeoutMs: SESSION_REFRESH_MS });
    return answer.ok ? saysSignedOut(answer.value) || saysSomebodyElse(answer.value, person) : null;
  } catch {
    // The script did not load; this is ignored like a missing answer.
    return null;
  }
}

/** A new document, because the page holds data of a user who is no longer signed in. It says so, and leads back here. */
function signInAddress(): string {
  const query = new URLSearchParams({ problem: "ended" satisfies SignInProblem });
  const here = `${location.pathname}${location.search}${location.hash}`;
  if (here !== "/") query.set("returnTo", here);
  return `${SIGN_IN_PATH}?${query}`;
}
