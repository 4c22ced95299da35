import { type ComponentType, useCallback, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { listSentOfMeeting, resendSent } from "#app/contracts/endpoints/connections.ts";
import type { SentDelivery, SentOfMeeting } from "#app/contracts/sent.ts";
import { PlainSendDialog, readChannels } from "#app/features/meeting/sent/plain-send-dialog.tsx";
import { askPreview, SendDialog } from "#app/features/meeting/sent/send-dialog.tsx";
import { isCrmKind } from "#app/domain/deliveries/crm-kind.ts";
import { isTaskKind } from "#app/domain/tasks/task-service.ts";
import { wouldDisturb } from "#app/features/meeting/would-disturb.ts";
import { formatDateTime } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useLazyActions } from "#app/i18n/use-lazy.tsx";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";

const sendTasks = lazy(async () => import("#app/features/minutes/send-tasks-dialog.tsx"), ["connections"]);

const LOOK_AGAIN_MS = 3000;
type Target = SentOfMeeting["connections"][number];
type SendingProps = { meetId: string; onSent: () => void; onClose: () => void };

/** Destinations of the minutes of a meeting, one line each, and the way to send them. Draws nothing without a destination. */
export function SentLines({ meetId }: { meetId: string }) {
  const { t } = useTranslation("connections");
  const toast = useToast();
  const [{ sent, connections }, setState] = useState<SentOfMeeting>({ sent: [], connections: [] });
  const [Dialog, setDialog] = useState<ComponentType<SendingProps> | null>(null);
  const { awaited, run } = useLazyActions<string>();
  const read = useCallback(
    () =>
      callApi(listSentOfMeeting, { params: { meetId }, unasked: true }).then((answer) => {
        if (answer.ok) setState(answer.value);
        return answer.ok;
      }),
    [meetId],
  );
  useEffect(() => {
    void read();
  }, [read]);
  const isUnderway = sent.some(({ state, fault }) => state === "waiting" && fault === null);
  useEffect(() => {
    if (!isUnderway) return undefined;
    const timer = setInterval(() => void read(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isUnderway, read]);
  const [isTaskTarget, setTaskTarget] = useState(false);
  const open = (target: Target) =>
    run(target.id, async () => {
      const opened = await openSending(target, meetId);
      setTaskTarget(isTaskKind(target.kind));
      if (!wouldDisturb()) setDialog(() => opened);
    });
  const resend = (id: string) =>
    run(id, async () => {
      const result = await callApi(resendSent, { params: { delivery_id: id }, unread: true });
      if (result.ok) toast("done", t("sent.resent"));
      else if (result.kind !== "signed-out") toast("error", result.message ?? t("error.send"));
      await read();
    });
  const targets = connections.filter(({ isBroken }) => !isBroken);
  if (sent.length === 0 && targets.length === 0) return null;
  return (
    <div>
      {sent.map((delivery) => (
        <SentLine
          key={delivery.id}
          delivery={delivery}
          isBusy={awaited === delivery.id}
          onResend={() => resend(delivery.id)}
        />
      ))}
      <p className="row row--wrap mt-3">
        {targets.map((target) => (
          <Button key={target.id} still busy={awaited === target.id} onClick={() => open(target)}>
            {t(textOf(target, sent), { kind: t(`kind.${target.kind}`) })}
          </Button>
        ))}
      </p>
      {Dialog !== null && (
        <Dialog
          meetId={meetId}
          onClose={() => setDialog(null)}
          onSent={() => {
            setDialog(null);
            toast("done", t(isTaskTarget ? "taskSending.onTheWay" : "preview.done"));
            void read();
          }}
        />
      )}
    </div>
  );
}

/** The dialog, complete. For a service of tasks it shows the tasks, for a CRM what would go there and to whom, for Slack the channels. */
async function openSending(target: Target, meetId: string): Promise<ComponentType<SendingProps>> {
  const { id, kind } = target;
  if (isTaskKind(kind)) {
    const { askTasksToSend, SendTasksDialog } = await sendTasks.load();
    const first = await askTasksToSend({ id, kind }, meetId);
    return (props) => <SendTasksDialog {...props} target={{ id, kind }} only={null} first={first} />;
  }
  if (isCrmKind(target.kind)) {
    const first = await askPreview(target.id, meetId);
    return (props) => <SendDialog {...props} target={target} first={first} />;
  }
  const channels = await readChannels(target);
  return (props) => <PlainSendDialog {...props} target={target} channels={channels} />;
}

type LineProps = { delivery: SentDelivery; isBusy: boolean; onResend: () => void };

/** A message to a webhook that was given up is sent again from here. Accounts have a button of their own below. */
export function SentLine({ delivery, isBusy, onResend }: LineProps) {
  const { kind: name, to, at, state, fault, status, link } = delivery;
  const { t } = useTranslation("connections");
  const locale = useLocale();
  const zone = useTimeZone();
  const kind = t(`kind.${name}`);
  return (
    <>
      <p>
        {t("sent.line", { kind, time: formatDateTime(at, locale, zone) })}
        {", "}
        {state === "sent" && link !== null ? (
          <a href={link} target="_blank" rel="noreferrer" aria-label={t("sent.openOne", { kind })}>
            {t("sent.open")}
          </a>
        ) : (
          t(`sent.state.${state}`)
        )}
        {fault !== null && `. ${t(`why.${fault}`, { kind, status })}`}
      </p>
      {name === "webhook" && state === "parked" && to !== null && (
        <p className="row mt-2">
          <Button still busy={isBusy} onClick={onResend}>
            {t("sent.retry")}
          </Button>
        </p>
      )}
    </>
  );
}

/** Tasks go one by one: what went before is no reason to say "again". */
function textOf({ id, kind }: Target, sent: SentOfMeeting["sent"]) {
  if (isTaskKind(kind)) return "taskSending.title" as const;
  return sent.some(({ destinationId }) => destinationId === id) ? "sendAgain" : "send";
}
