import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { MoreMenu } from "#app/ui/more-menu.tsx";

const menuItems = lazy(async () => (await import("#app/features/meeting/menu-items.tsx")).MenuItems, ["edit"]);

/** Actions on the whole meeting. The shell shows the confirmation dialog when the URL has `?delete=`. */
export function MeetingMenu({ head }: { head: MeetingHead }) {
  const { meetId, title } = head;
  const { t } = useTranslation("share");
  const { pathname } = useLocation();
  return (
    <MoreMenu label={t("delete.more", { title })}>
      <WhenLoaded part={menuItems} props={{ head }} />
      <li>
        <Link className="danger" to={`${pathname}?delete=${meetId}`} state={{ title }} preventScrollReset>
          <Icon name="trash" />
          {t("delete.open")}
        </Link>
      </li>
    </MoreMenu>
  );
}
