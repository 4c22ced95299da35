import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { reportLeaving } from "#app/analytics/report-action.ts";
import type { Device } from "#app/domain/account/device.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

export type ShownSession = {
  handle: string;
  device: Device;
  timeZone: string | null;
  /** Epoch ms. */
  startedAt: number;
  usedAt: number;
  isOwn: boolean;
};

type Props = {
  user: { name: string; email: string | null; provider: string };
  sessions: readonly ShownSession[];
  /** There are older sessions than those. */
  hasMore: boolean;
};

/** §2: active sessions, signed-in e-mail, sign out, and three security tips. */
export function AccountSection({ user, sessions, hasMore }: Props) {
  const { t } = useTranslation("settings");
  const own = sessions.filter(({ isOwn }) => isOwn);
  const others = sessions.filter(({ isOwn }) => !isOwn);
  return (
    <section id="account" aria-labelledby="account-heading">
      <h2 id="account-heading">{t("account.heading")}</h2>
      <div className="rows rows--full">
        {/* A plain form: signing out is a whole navigation, and works without JavaScript. */}
        <form
          className="row between row--wrap"
          method="post"
          action="/api/auth/signout"
          onSubmit={() => reportLeaving("close session")}
        >
          <span>
            {t("account.signedInAs")} <span className="strong">{user.email ?? user.name}</span>{" "}
            <span className="muted">{t("account.with", { provider: user.provider })}</span>
          </span>
          <Button type="submit">
            <Icon name="sign-out" />
            {t("account.signOut")}
          </Button>
        </form>
        <ul className="entries" aria-label={t("account.sessions")}>
          {own.map((session) => (
            <OwnSession key={session.handle} session={session} />
          ))}
          {others.map((session) => (
            <OtherSession key={session.handle} session={session} />
          ))}
        </ul>
        {others.length > 0 && <OtherSessions count={sessions.length} hasMore={hasMore} />}
        <SecurityTips />
      </div>
    </section>
  );
}

/** "Firefox on Linux" */
function useDeviceName(): (device: Device) => string {
  const { t } = useTranslation("settings");
  return ({ browser, system }) => {
    if (browser && system) return t("account.device.both", { browser, system });
    if (system) return t("account.device.system", { system });
    return browser ?? t("account.device.unknown");
  };
}

function OwnSession({ session }: { session: ShownSession }) {
  const { t } = useTranslation("settings");
  const name = useDeviceName();
  const { device, timeZone, startedAt } = session;
  return (
    <li className="entry">
      <div>
        <p className="strong">{name(device)}</p>
        <p className="note muted">
          {[t("account.thisBrowser"), ...(timeZone === null ? [] : [timeZone])].join(", ")}, {t("account.since")}{" "}
          <LocalTime at={startedAt} format="short-date" />
        </p>
      </div>
      <Badge kind="done">{t("account.session")}</Badge>
    </li>
  );
}

function OtherSession({ session }: { session: ShownSession }) {
  const { t } = useTranslation("settings");
  const device = useDeviceName()(session.device);
  const { handle, timeZone, usedAt } = session;
  return (
    <li className="entry">
      <div>
        <p className="strong">{device}</p>
        <p className="note muted">
          {timeZone !== null && `${timeZone}, `}
          {t("account.used")} <LocalTime at={usedAt} format="short-date-time" />
        </p>
      </div>
      <EndForm session={handle} saved="session">
        <Button type="submit" aria-label={t("account.endOne", { device })}>
          {t("account.end")}
        </Button>
      </EndForm>
    </li>
  );
}

function OtherSessions({ count, hasMore }: { count: number; hasMore: boolean }) {
  const { t } = useTranslation("settings");
  return (
    <EndForm session="others" saved="sessions">
      <Checkbox name="keys" value="end" label={t("account.endKeys")} />
      <div className="row between row--wrap">
        <Button type="submit">{t("account.endOthers")}</Button>
        {hasMore && <span className="note muted">{t("account.more", { count })}</span>}
      </div>
      <p className="note muted mt-2">{t("account.endOthersApps")}</p>
    </EndForm>
  );
}

/** A plain form, so that it works without JavaScript; it ends one session or all others, at once. */
function EndForm({ session, saved, children }: { session: string; saved: string; children: ReactNode }) {
  return (
    <form method="post" action="/api/auth/signout_session">
      <input type="hidden" name="session" value={session} />
      <input type="hidden" name="returnTo" value={`/settings?saved=${saved}#account`} />
      {children}
    </form>
  );
}

function SecurityTips() {
  const { t } = useTranslation("settings");
  return (
    <div>
      <h3 className="label" id="tips">
        {t("account.tips")}
      </h3>
      <ol className="tips" aria-labelledby="tips">
        <li>{t("account.tip1")}</li>
        <li>{t("account.tip2")}</li>
        <li>{t("account.tip3")}</li>
      </ol>
    </div>
  );
}
