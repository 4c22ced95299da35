import { useEffect, useState } from "react";
import type { Kept } from "#app/features/here/waiting/sign-out-question.tsx";
import { lazy } from "#app/i18n/lazy.ts";

const SIGN_OUT = "form[action='/api/auth/signout']";

const question = lazy(() => import("#app/features/here/waiting/sign-out-question.tsx"), ["recordHere"]);
type Question = Awaited<ReturnType<typeof question.load>>;

/**
 * Asks before a person signs out while a recording of theirs runs in any tab of this browser, or a part of it is only here. It looks when
 * they do, as another tab may have begun since. The form itself works without it. Small: all else loads with the sign-out.
 */
export function SignOutGuard({ userId }: { userId: string }) {
  const [asked, setAsked] = useState<{ form: HTMLFormElement; kept: Kept; part: Question } | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    const decide = async (form: HTMLFormElement) => {
      try {
        const part = await question.load();
        const kept = await part.keptHere(userId);
        if (kept !== null) {
          if (!leave.signal.aborted) setAsked({ form, kept, part });
          return;
        }
      } catch {
        // Without the files, the sign-out is what it is elsewhere.
      }
      // `submit()` asks no listener.
      form.submit();
    };
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || !form.matches(SIGN_OUT)) return;
      event.preventDefault();
      void decide(form);
    };
    window.addEventListener("submit", onSubmit, { capture: true, signal: leave.signal });
    return () => leave.abort();
  }, [userId]);
  if (asked === null) return null;
  const { form, kept, part } = asked;
  return <part.SignOutQuestion kept={kept} onLeave={() => form.submit()} onClose={() => setAsked(null)} />;
}
