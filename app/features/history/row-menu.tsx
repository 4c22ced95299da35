import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MeetingListItem } from "#app/contracts/meeting-list.ts";
import { Icon } from "#app/ui/icon.tsx";
import { MoreMenu } from "#app/ui/more-menu.tsx";

/** The menu of a meeting's row. The shell shows the confirmation dialog when the URL has `?delete=`. */
export function RowMenu({ meeting: { id, title } }: { meeting: MeetingListItem }) {
  const { t } = useTranslation("share");
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.set("delete", id);
  return (
    <MoreMenu label={t("delete.more", { title })}>
      <li>
        <Link className="danger" to={`${pathname}?${params}`} state={{ title }} preventScrollReset>
          <Icon name="trash" />
          {t("delete.open")}
        </Link>
      </li>
    </MoreMenu>
  );
}
