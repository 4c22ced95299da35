import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "@remix-run/react";
import { hasWaitingRecordings } from "#app/features/meeting/here/spool/forget-recordings.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

const SIGN_OUT = "form[action='/api/auth/signout']";

/** Asks before a person signs out while a part of their recording is only in this browser. The form itself works without it. */
export function SignOutGuard({ userId }: { userId: string }) {
  const { t } = useTranslation("recordHere");
  const [asked, setAsked] = useState<HTMLFormElement | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    const guard = async () => {
      if (!(await hasWaitingRecordings(userId)) || leave.signal.aborted) return;
      const onSubmit = (event: SubmitEvent) => {
        if (!(event.target instanceof HTMLFormElement) || !event.target.matches(SIGN_OUT)) return;
        event.preventDefault();
        setAsked(event.target);
      };
      window.addEventListener("submit", onSubmit, { capture: true, signal: leave.signal });
    };
    // Without the files, the sign-out is what it is elsewhere.
    guard().catch(() => undefined);
    return () => leave.abort();
  }, [userId]);
  if (asked === null) return null;
  return (
    <Dialog
      open
      small
      title={t("signOut.title")}
      onClose={() => setAsked(null)}
      footer={
        <>
          {/* `submit()` asks no listener. */}
          <Button kind="quiet" large onClick={() => asked.submit()}>
            {t("signOut.leave")}
          </Button>
          <Link className={buttonClass("primary", "btn--l")} to="/">
            {t("signOut.stay")}
          </Link>
        </>
      }
    >
      <div className="body">
        <p>{t("signOut.text")}</p>
      </div>
    </Dialog>
  );
}
