import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import { dialogHref } from "#app/features/shell/dialog-href.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Mark } from "#app/ui/mark.tsx";

/** Under 768 px: the menu's button, the mark, and the quick action. */
export function TopBar({ open, onMenu }: { open: boolean; onMenu: () => void }) {
  const { t } = useTranslation("common");
  return (
    <header className="topbar">
      <Button kind="quiet" aria-label={t("menu.open")} aria-expanded={open} aria-haspopup="dialog" onClick={onMenu}>
        <Icon name="menu" size="l" />
      </Button>
      <Link className="mark" to="/">
        <Mark />
      </Link>
      <Link
        className="btn btn--quiet"
        to={dialogHref("upload", useLocation())}
        preventScrollReset
        aria-label={t("menu.uploadRecording")}
        onClick={() => track("upload recording")}
      >
        <Icon name="upload" size="l" />
      </Link>
    </header>
  );
}
