import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { useGiveTranscript, wouldReplace } from "#app/features/meeting/give/give-transcript.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MoreMenu } from "#app/ui/more-menu.tsx";

/** Actions on the whole meeting. The shell shows the confirmation dialog when the URL has `?delete=`. */
export function MeetingMenu({ head }: { head: MeetingHead }) {
  const { meetId, title } = head;
  const { t } = useTranslation("share");
  const { pathname } = useLocation();
  const { isAwaited, open, dialog } = useGiveTranscript(head);
  return (
    <>
      <MoreMenu label={t("delete.more", { title })}>
        {head.takesTranscript && (
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
          </li>
        )}
        {head.status === "SUMMARIZED" && (
          <li>
            <Link to={`${pathname}?merge=${meetId}`} preventScrollReset>
              <Icon name="link" />
              {t("merge")}
            </Link>
          </li>
        )}
        <li>
          <Link className="danger" to={`${pathname}?delete=${meetId}`} state={{ title }} preventScrollReset>
            <Icon name="trash" />
            {t("delete.open")}
          </Link>
        </li>
      </MoreMenu>
      {dialog}
    </>
  );
}
