import { Link, useLocation } from "@remix-run/react";
import { createPortal } from "react-dom";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { useGiveTranscript, wouldReplace } from "#app/features/meeting/give/give-transcript.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** In the menu of the meeting: what needs scripts. A transcript is added or replaced, and another recording is merged. */
export function MenuItems({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("edit");
  const { pathname } = useLocation();
  return (
    <>
      {head.takesTranscript && <GiveItem head={head} />}
      {head.status === "SUMMARIZED" && (
        <li>
          <Link to={`${pathname}?merge=${head.meetId}`} preventScrollReset>
            <Icon name="link" />
            {t("merge")}
          </Link>
        </li>
      )}
      <li>
        <Link to={`${pathname}?arrange=${head.meetId}`} preventScrollReset>
          <Icon name="list" />
          {t("arrange")}
        </Link>
      </li>
    </>
  );
}

/** Its dialog stands outside of the menu, which hides it. */
function GiveItem({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("edit");
  const { isAwaited, open, dialog } = useGiveTranscript(head);
  return (
    <li>
      <button
        type="button"
        aria-busy={isAwaited || undefined}
        onClick={({ currentTarget }) => {
          // The menu closes on a link by itself; the button in it would take the focus along.
          const menu = currentTarget.closest("details");
          menu?.querySelector("summary")?.focus();
          menu?.removeAttribute("open");
          open();
        }}
      >
        <Icon name="list" />
        {t(wouldReplace(head) ? "transcript.replace" : "transcript.add")}
      </button>
      {createPortal(dialog, document.body)}
    </li>
  );
}
