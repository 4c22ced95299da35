import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { Icon } from "#app/ui/icon.tsx";
import { MoreMenu } from "#app/ui/more-menu.tsx";

/** Actions on the whole meeting. The shell shows the confirmation dialog when the URL has `?delete=`. */
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
