import { Link, useLocation, useMatches, useNavigation } from "@remix-run/react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { track } from "#app/analytics/track.ts";
import { LOADING_NOTE_DELAY_MS } from "#app/domain/limits/screens.ts";
import { dialogHref, SEARCH_LINK } from "#app/features/shell/dialog-href.ts";
import { Menu } from "#app/features/shell/menu.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { useModal } from "#app/ui/dialog.tsx";
import { Icon, Mark } from "#app/ui/icon.tsx";
import { Spinner } from "#app/ui/progress.tsx";
import { keep } from "#app/ui/theme.tsx";

/**
 * §2: wide is 64 units, narrow 16. A choice is remembered. Without one the menu folds by itself between 768 and 1023 px, and on a
 * meeting's page, so that the actions beside the transcript have room for their labels.
 */
export const MENU_COOKIE = "menu";
type MenuWidth = "wide" | "narrow";

/** Null where nothing was chosen. */
export function parseMenuWidth(text: string | null): MenuWidth | null {
  return text === "narrow" || text === "wide" ? text : null;
}

function keepMenu(width: MenuWidth): void {
  keep(MENU_COOKIE, width);
}

type Props = { userName: string; menu: MenuWidth | null; children: ReactNode };

/** The frame of every page but sign-in and shared pages: the menu (wide, narrow or behind the top bar) and the page's own `<main>`. */
export function Shell({ userName, menu, children }: Props) {
  const { t } = useTranslation("common");
  const [chosen, choose] = useState(menu);
  const isMeeting = useMatches().at(-1)?.params.meetId !== undefined;
  const narrow = chosen === null ? isMeeting : chosen === "narrow";
  const { key } = useLocation();
  // Open on the page it was opened on: once another was chosen, the slide-over has done its work.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  // It goes at once, not when the page has come: what says that one is loading stands behind it.
  const isLeaving = useNavigation().location !== undefined;
  const isOpen = openedAt === key && !isLeaving;
  const close = useCallback(() => setOpenedAt(null), []);
  const fold = () => {
    // shell.css folds it by itself in this range.
    const isFolded = narrow || (chosen === null && matchMedia("(max-width: 63.99rem)").matches);
    const width = isFolded ? "wide" : "narrow";
    keepMenu(width);
    choose(width);
  };
  return (
    <>
      <a className="skip" href="#main">
        {t("skipToContent")}
      </a>
      <div className={`shell${narrow ? " shell--narrow" : ""}${chosen === null ? " shell--auto" : ""}`}>
        <TopBar open={isOpen} onMenu={() => setOpenedAt(key)} />
        <aside className={narrow ? "side side--narrow" : "side"} aria-label={t("menu.label")}>
          <Menu userName={userName} narrow={narrow} onFold={fold} />
        </aside>
        {children}
      </div>
      <LoadingNote />
      <Drawer open={isOpen} onClose={close}>
        <Menu userName={userName} narrow={false} onClose={close} />
      </Drawer>
    </>
  );
}

/** Under 768 px: the menu's button, the mark, the search, and the quick action. */
function TopBar({ open, onMenu }: { open: boolean; onMenu: () => void }) {
  const { t } = useTranslation("common");
  return (
    <header className="topbar">
      <Button kind="quiet" aria-label={t("menu.open")} aria-expanded={open} aria-haspopup="dialog" onClick={onMenu}>
        <Icon name="menu" size="l" />
      </Button>
      <Link className="mark" to="/">
        <Mark />
      </Link>
      <span className="topbar__end">
        <Link {...SEARCH_LINK.marked} className="btn btn--quiet" to={SEARCH_LINK.to} aria-label={t("menu.search")}>
          <Icon name="search" size="l" />
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
      </span>
    </header>
  );
}

type DrawerProps = { open: boolean; onClose: () => void; children: ReactNode };

/** The slide-over menu: a native modal dialog keeps the focus inside, Esc and a touch beside it close. */
function Drawer({ open, onClose, children }: DrawerProps) {
  const { t } = useTranslation("common");
  const ref = useRef<HTMLDialogElement>(null);
  useModal(ref, open);
  useEffect(() => {
    if (!open) return;
    // A window that grows wide has the menu beside the page again.
    const wide = matchMedia("(min-width: 48rem)");
    wide.addEventListener("change", onClose);
    return () => wide.removeEventListener("change", onClose);
  }, [open, onClose]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc (onCancel) closes it too
    <dialog
      ref={ref}
      className="drawer"
      aria-label={t("menu.label")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open && <div className="side">{children}</div>}
    </dialog>
  );
}

/** Says that the next page is on its way, once it takes long enough to wonder: the page one leaves stays until it is there. */
export function LoadingNote() {
  const { t } = useTranslation("common");
  const isLoading = useNavigation().state === "loading";
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLong(true), LOADING_NOTE_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isLoading]);
  return (
    <div className="loading-note" role="status">
      {isLong && (
        <p className="loading-note__in">
          <Spinner />
          {t("loading")}
        </p>
      )}
    </div>
  );
}
