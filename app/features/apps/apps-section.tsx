import { Link } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { AppList, ShownApp } from "#app/contracts/keys.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { disconnectApp, listApps } from "#app/contracts/endpoints/apps.ts";
import { formatDate, formatDateTime } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** The apps that may act for the person, which they can disconnect. Apps connect on the consent page. */
export function AppsSection({ initial }: { initial: AppList }) {
  const { t } = useTranslation("apps");
  const toast = useToast();
  const [apps, setApps] = useState(initial.apps);
  const [ending, setEnding] = useState<ShownApp | null>(null);
  const [isBusy, setBusy] = useState(false);
  const disconnect = async ({ id }: ShownApp) => {
    setBusy(true);
    const result = await callApi(disconnectApp, { params: { app_id: id } });
    // Also after a failure: the app may have been disconnected in another tab.
    const read = await callApi(listApps, { unasked: true });
    if (read.ok) setApps(read.value.apps);
    setBusy(false);
    setEnding(null);
    if (result.ok) toast("done", t("disconnected"));
    else if (result.kind !== "signed-out") toast("error", result.message ?? t("error.disconnect"));
  };
  return (
    <section id="connected-apps" aria-labelledby="connected-apps-heading">
      <h2 id="connected-apps-heading">{t("heading")}</h2>
      <div className="rows rows--full">
        <p className="muted">
          {t(apps.length === 0 ? "none" : "lead")} <Link to="/api/docs/mcp">{t("how")}</Link>
        </p>
        {apps.length > 0 && (
          <ul className="entries" aria-labelledby="connected-apps-heading">
            {apps.map((app) => (
              <AppRow key={app.id} shown={app} onEnd={() => setEnding(app)} />
            ))}
          </ul>
        )}
      </div>
      {ending !== null && (
        <AskDialog
          name={ending.name}
          busy={isBusy}
          onConfirm={() => void disconnect(ending)}
          onClose={() => setEnding(null)}
        />
      )}
    </section>
  );
}

function AppRow({ shown, onEnd }: { shown: ShownApp; onEnd: () => void }) {
  const { t } = useTranslation("apps");
  const locale = useLocale();
  const zone = useTimeZone();
  const { name, place, scope, createdAt, lastUsedAt } = shown;
  const facts = [
    place,
    t(`is.${scope}`),
    t("made", { date: formatDate(createdAt, locale, zone) }),
    lastUsedAt === null ? t("unused") : t("used", { date: formatDateTime(lastUsedAt, locale, zone) }),
  ];
  return (
    <li className="entry">
      <div>
        <p className="strong app-name">{name}</p>
        <p className="note muted app-name">{facts.join(", ")}</p>
      </div>
      <Button aria-label={t("disconnectOne", { name })} onClick={onEnd}>
        {t("disconnect")}
      </Button>
    </li>
  );
}

type AskProps = { name: string; busy: boolean; onConfirm: () => void; onClose: () => void };

function AskDialog({ name, busy, onConfirm, onClose }: AskProps) {
  const { t } = useTranslation("apps");
  return (
    <ConfirmDialog
      texts={{ title: t("asked.title"), confirm: t("disconnect"), cancel: t("cancel") }}
      kind="danger"
      {...{ busy, onConfirm, onClose }}
    >
      <p className="strong app-name">{name}</p>
      <p>{t("asked.text")}</p>
    </ConfirmDialog>
  );
}
