import { Link } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { listWebhookDeliveries, resendWebhookDelivery } from "#app/contracts/endpoints/webhooks.ts";
import type { ListedWebhook, ShownDelivery } from "#app/contracts/webhooks.ts";
import { DeliveryState, hostOf } from "#app/features/webhooks/webhook-row.tsx";
import { formatDateTime } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { PartNote } from "#app/ui/part-note.tsx";
import { useToast } from "#app/ui/toast.tsx";

type State = { deliveries: readonly ShownDelivery[]; older: number | null; isLoading: boolean; isFailed: boolean };

/** The deliveries of a webhook, newest first; each that has ended can be sent again. Opens with the first of them, so that it does not grow. */
export function WebhookLog({ webhook: { id, url }, onClose }: { webhook: ListedWebhook; onClose: () => void }) {
  const { t } = useTranslation("webhooks");
  const toast = useToast();
  const [{ deliveries, older, isLoading, isFailed }, setState] = useState<State>({
    deliveries: [],
    older: null,
    isLoading: true,
    isFailed: false,
  });
  const read = useCallback(
    (from: number | null) =>
      callApi(listWebhookDeliveries, {
        params: { webhook_id: id },
        query: from === null ? {} : { older: String(from) },
      }),
    [id],
  );
  const show = useCallback(
    (from: number | null, page: Awaited<ReturnType<typeof read>>) =>
      setState((state) =>
        page.ok
          ? {
              deliveries: from === null ? page.value.deliveries : [...state.deliveries, ...page.value.deliveries],
              older: page.value.older,
              isLoading: false,
              isFailed: false,
            }
          : { ...state, isLoading: false, isFailed: true },
      ),
    [],
  );
  useEffect(() => {
    void read(null).then((page) => show(null, page));
  }, [read, show]);
  const load = async (from: number | null) => {
    setState((state) => ({ ...state, isLoading: true, isFailed: false }));
    show(from, await read(from));
  };
  const resend = async (delivery: ShownDelivery) => {
    const params = { webhook_id: id, delivery_id: delivery.id };
    const result = await callApi(resendWebhookDelivery, { params, unread: true });
    if (result.ok) toast("done", t("resent"));
    else if (result.kind !== "signed-out") toast("error", result.message ?? t("error.resend"));
    await load(null);
  };
  if (isLoading && deliveries.length === 0) return <PartNote />;
  return (
    <Dialog open title={t("logOf", { host: hostOf(url) })} onClose={onClose} closeOnScrim>
      <div className="body stack" aria-busy={isLoading}>
        {deliveries.length > 0 && (
          <ul className="entries">
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} onResend={() => void resend(delivery)} />
            ))}
          </ul>
        )}
        {isFailed && <p role="alert">{t("error.log")}</p>}
        {!isLoading && !isFailed && deliveries.length === 0 && <p className="muted">{t("logEmpty")}</p>}
        {older !== null && (
          <p>
            <Button busy={isLoading} onClick={() => void load(older)}>
              {t("more")}
            </Button>
          </p>
        )}
      </div>
    </Dialog>
  );
}

function DeliveryRow({ delivery, onResend }: { delivery: ShownDelivery; onResend: () => void }) {
  const { t } = useTranslation("webhooks");
  const locale = useLocale();
  const zone = useTimeZone();
  const { event, meetId, state, status, fault, dueAt } = delivery;
  const row = useRef<HTMLLIElement>(null);
  const resend = () => {
    // The button goes while the delivery waits.
    row.current?.focus();
    onResend();
  };
  return (
    <li ref={row} className="entry" tabIndex={-1}>
      <div>
        <p>
          <span className="code">{event}</span> {t(`event.${event}`)}
        </p>
        <p className="note muted">
          <DeliveryState delivery={delivery} /> {fault === null && status !== null && t("sentWith", { status })}
        </p>
        {fault !== null && (
          <p className="note">
            {t(`why.${fault}`, { status })}{" "}
            {dueAt !== null && t("again", { date: formatDateTime(dueAt, locale, zone) })}
          </p>
        )}
        {meetId !== null && (
          <p className="note">
            <Link to={`/${meetId}`}>{t("openMeeting")}</Link>
          </p>
        )}
      </div>
      {state !== "waiting" && <Button onClick={resend}>{t("resend")}</Button>}
    </li>
  );
}
