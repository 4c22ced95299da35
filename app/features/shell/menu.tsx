import { Link, NavLink, useLocation, useMatches } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import type { AnalyticsEvent } from "#app/contracts/analytics-event.ts";
import { type DialogName, dialogHref, SEARCH_LINK } from "#app/features/shell/dialog-href.ts";
import { RecordAction } from "#app/features/shell/record-action.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Icon, type IconName, Mark } from "#app/ui/icon.tsx";
import { ThemeToggle } from "#app/ui/theme.tsx";

type Props = {
  /** Empty when the provider gave no name. */
  userName: string;
  narrow: boolean;
  /** In the sidebar: fold and unfold. */
  onFold?: () => void;
  /** In the slide-over: close. */
  onClose?: () => void;
};

/** The content of the sidebar and of the slide-over: logo, quick actions, pages, and the user at the bottom. */
export function Menu({ userName, narrow, onFold, onClose }: Props) {
  const { t } = useTranslation("common");
  const name = userName || t("menu.user");
  return (
    <>
      <div className="side__top">
        <Link className="mark" to="/">
          <Mark />
        </Link>
        {onFold && <FoldButton onFold={onFold} />}
        {onClose && (
          <Button kind="quiet" icon className="muted" aria-label={t("menu.close")} onClick={onClose}>
            <Icon name="close" />
          </Button>
        )}
      </div>
      <div className="side__do">
        <QuickAction
          name="invite"
          icon="video"
          text={t("menu.inviteToMeeting")}
          event="invite to meeting"
          narrow={narrow}
        />
        <QuickAction
          name="upload"
          icon="upload"
          text={t("menu.uploadRecording")}
          event="upload recording"
          narrow={narrow}
        />
        <RecordAction narrow={narrow} />
      </div>
      <nav className="nav" aria-label={t("menu.main")}>
        <SearchEntry narrow={narrow} onOpen={onClose} />
        <Entry to="/" icon="home" text={t("menu.home")} event="sidebar home" narrow={narrow} />
        <Entry to="/history" icon="list" text={t("menu.history")} event="sidebar history" narrow={narrow} />
        <Entry to="/templates" icon="template" text={t("menu.templates")} narrow={narrow} />
      </nav>
      <div className="side__foot">
        <div className="side__me">
          <NavLink className="profile" to="/settings" title={name}>
            <Avatar name={name} large />
            <span className="cut">{name}</span>
          </NavLink>
          <ThemeToggle />
        </div>
      </div>
    </>
  );
}

/** Its name is chosen by the style sheet, which alone knows whether the menu has folded by itself. */
function FoldButton({ onFold }: { onFold: () => void }) {
  const { t } = useTranslation("common");
  return (
    <Button kind="quiet" icon className="muted" onClick={onFold}>
      <Icon name="sidebar" />
      <span className="sr">
        <span className="fold__collapse">{t("menu.collapse")}</span>
        <span className="fold__expand">{t("menu.expand")}</span>
      </span>
    </Button>
  );
}

type QuickActionProps = { name: DialogName; icon: IconName; text: string; event: AnalyticsEvent; narrow: boolean };

/** Opens a dialog over the current page. The invite action has the primary style. */
function QuickAction({ name, icon, text, event, narrow }: QuickActionProps) {
  return (
    <Link
      className={buttonClass(name === "invite" ? "primary" : "line")}
      to={dialogHref(name, useLocation())}
      preventScrollReset
      title={narrow ? text : undefined}
      onClick={() => track(event)}
    >
      <Icon name={icon} />
      <span className="cap">{text}</span>
    </Link>
  );
}

/** Opens the search box. In the slide-over it closes that first. */
function SearchEntry({ narrow, onOpen }: { narrow: boolean; onOpen: (() => void) | undefined }) {
  const { t } = useTranslation("common");
  const { pathname } = useLocation();
  return (
    <Link
      {...SEARCH_LINK.marked}
      to={SEARCH_LINK.to}
      aria-current={pathname === SEARCH_LINK.to ? "page" : undefined}
      aria-keyshortcuts="Control+K Meta+K"
      title={narrow ? t("menu.search") : undefined}
      onClick={onOpen}
    >
      <Icon name="search" />
      <span>{t("menu.search")}</span>
      {!narrow && <kbd aria-hidden="true">Ctrl K</kbd>}
    </Link>
  );
}

type EntryProps = { to: string; icon: IconName; text: string; event?: AnalyticsEvent; narrow: boolean };

/**
 * The highlight depends on aria-current. A meeting belongs to the history, so the history entry is current while a meeting is
 * open. A URL without a meeting has no data and makes no entry current.
 */
function Entry({ to, icon, text, event, narrow }: EntryProps) {
  const { pathname } = useLocation();
  const here = useMatches().at(-1);
  const isMeeting = here?.params.meetId !== undefined && here.data !== undefined;
  const isAround = to === "/history" ? isMeeting : to === "/templates" && pathname.startsWith("/templates/");
  const around = isAround ? "true" : undefined;
  return (
    <Link
      aria-current={pathname === to ? "page" : around}
      to={to}
      title={narrow ? text : undefined}
      onClick={() => event && track(event)}
    >
      <Icon name={icon} />
      <span>{text}</span>
    </Link>
  );
}
