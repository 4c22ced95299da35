import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { Icon } from "#app/ui/icon.tsx";
import { MoreMenu } from "#app/ui/more-menu.tsx";

/** What is done with a meeting as a whole. The dialog it opens stands in the shell: the address names what is asked. */
export function MeetingMenu({ head: { meetId, title } }: { head: MeetingHead }) {
  const { t } = useTranslation("share");
  const { pathname } = useLocation();
  return (
    <MoreMenu label={t("delete.more", { title })}>
      <li>
        <Link className="danger" to={`${pathname}?delete=${meetId}`} state={{ title }} preventScrollReset>
          <Icon name="trash" />
          {t("delete.open")}
        </Link>
      </li>
    </MoreMenu>
  );
}
