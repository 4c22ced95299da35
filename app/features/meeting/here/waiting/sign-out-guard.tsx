import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Link } from "@remix-run/react";
import { isRecorderBusy } from "#app/features/meeting/here/session/run-session.ts";
import { hasWaitingRecordings } from "#app/features/meeting/here/spool/forget-recordings.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

const SIGN_OUT = "form[action='/api/auth/signout']";

/** `waits`: a part of a recording is only here. `runs`: a tab of this browser records, or sends. */
type Kept = "waits" | "runs";

/**
 * Asks before a person signs out while a recording of theirs runs in any tab of this browser, or a part of it is only here. It looks when
 * they do, as another tab may have begun since. The form itself works without it.
 */
export function SignOutGuard({ userId }: { userId: string }) {
  const { t } = useTranslation(["recordHere", "common"]);
  const [asked, setAsked] = useState<{ form: HTMLFormElement; kept: Kept } | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || !form.matches(SIGN_OUT)) return;
      event.preventDefault();
      const decide = async () => {
        // Without the files, the sign-out is what it is elsewhere.
        const kept = await keptHere(userId).catch(() => null);
        // `submit()` asks no listener.
        if (kept === null) form.submit();
        else if (!leave.signal.aborted) setAsked({ form, kept });
      };
      void decide();
    };
    window.addEventListener("submit", onSubmit, { capture: true, signal: leave.signal });
    return () => leave.abort();
  }, [userId]);
  if (asked === null) return null;
  const { form, kept } = asked;
  return (
    <Dialog
      open
      small
      title={t(`signOut.${kept}.title`)}
      onClose={() => setAsked(null)}
      footer={
        <>
          <Button kind="quiet" large onClick={() => form.submit()}>
            {t("signOut.leave")}
          </Button>
          {kept === "waits" ? (
            <Link className={buttonClass("primary", "btn--l")} to="/" onClick={() => setAsked(null)}>
              {t("signOut.stay")}
            </Link>
          ) : (
            <Button kind="primary" large onClick={() => setAsked(null)}>
              {t("common:action.cancel")}
            </Button>
          )}
        </>
      }
    >
      <div className="body">
        <p>{t(`signOut.${kept}.text`)}</p>
      </div>
    </Dialog>
  );
}

async function keptHere(userId: string): Promise<Kept | null> {
  if (await isRecorderBusy(userId)) return "runs";
  return (await hasWaitingRecordings(userId)) ? "waits" : null;
}
