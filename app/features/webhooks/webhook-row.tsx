import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ListedWebhook, ShownDelivery } from "#app/contracts/webhooks.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { Badge, type BadgeKind } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { MoreMenu } from "#app/ui/more-menu.tsx";

export type WebhookAction = "test" | "edit" | "log" | "pause" | "rotate" | "remove";

const STATE_BADGES: Record<ShownDelivery["state"], BadgeKind> = { waiting: "preparing", sent: "done", parked: "error" };

export const hostOf = (url: string) => new URL(url).host;

type Props = { webhook: ListedWebhook; isBusy: boolean; onAct: (action: WebhookAction) => void };

/** A webhook with the state of its last delivery. */
export function WebhookRow({ webhook: { url, events, content, pausedAt, last }, isBusy, onAct }: Props) {
  const { t } = useTranslation("webhooks");
  const host = hostOf(url);
  const entry = (action: WebhookAction, icon: IconName, text: string) => (
    <li>
      <button
        type="button"
        className={action === "remove" ? "danger" : undefined}
        onClick={({ currentTarget }) => {
          const details = currentTarget.closest("details");
          if (details) details.open = false;
          details?.querySelector("summary")?.focus();
          onAct(action);
        }}
      >
        <Icon name={icon} />
        {text}
      </button>
    </li>
  );
  return (
    <li className="entry">
      <div>
        <p className="code">{url}</p>
        <p className="note muted">
          {[...events.map((event) => t(`event.${event}`)), t(`content.${content}`)].join(", ")}
        </p>
        <p className="note">
          {pausedAt !== null ? (
            <Badge kind="skipped">{t("paused")}</Badge>
          ) : (
            last !== undefined && (last === null ? t("none") : <DeliveryState delivery={last} />)
          )}
        </p>
      </div>
      <div className="hook-acts">
        <Button aria-label={t("testOne", { host })} disabled={isBusy} onClick={() => onAct("test")}>
          {t("test")}
        </Button>
        <MoreMenu label={t("actions", { host })}>
          {entry("log", "list", t("log"))}
          {entry("edit", "edit", t("edit"))}
          {entry("pause", pausedAt === null ? "pause" : "play", t(pausedAt === null ? "pause" : "resume"))}
          {entry("rotate", "again", t("rotate"))}
          {entry("remove", "trash", t("remove"))}
        </MoreMenu>
      </div>
    </li>
  );
}

/** The state of a delivery, with the time of its last attempt. */
export function DeliveryState({ delivery: { state, madeAt, triedAt } }: { delivery: ShownDelivery }) {
  const { t } = useTranslation("webhooks");
  return (
    <>
      <Badge kind={STATE_BADGES[state]}>{t(`state.${state}`)}</Badge>{" "}
      <LocalTime at={triedAt ?? madeAt} format="short-date-time" />
    </>
  );
}
