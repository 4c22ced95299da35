import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/contracts/call-api.ts";
import { listSentOfMeeting } from "#app/contracts/endpoints/connections.ts";
import type { SentDelivery, SentOfMeeting } from "#app/contracts/sent.ts";
import { PlainSendDialog } from "#app/features/meeting/sent/plain-send-dialog.tsx";
import { SendDialog } from "#app/features/meeting/sent/send-dialog.tsx";
import { formatDateTime } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";

const LOOK_AGAIN_MS = 3000;
type Target = SentOfMeeting["connections"][number];

/** Destinations of the minutes of a meeting, one line each, and the way to send them. Draws nothing without a destination. */
export function SentLines({ meetId }: { meetId: string }) {
  const { t } = useTranslation("connections");
  const toast = useToast();
  const [{ sent, connections }, setState] = useState<SentOfMeeting>({ sent: [], connections: [] });
  const [open, setOpen] = useState<Target | null>(null);
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
  const targets = connections.filter(({ isBroken }) => !isBroken);
  if (sent.length === 0 && targets.length === 0) return null;
  return (
    <div>
      {sent.map((delivery) => (
        <SentLine key={delivery.id} delivery={delivery} />
      ))}
      <p className="row row--wrap mt-3">
        {targets.map((target) => (
          <Button key={target.id} onClick={() => setOpen(target)}>
            {t(sent.some(({ destinationId }) => destinationId === target.id) ? "sendAgain" : "send", {
              kind: t(`kind.${target.kind}`),
            })}
          </Button>
        ))}
      </p>
      {open !== null && (
        <SendingDialog
          target={open}
          meetId={meetId}
          onClose={() => setOpen(null)}
          onSent={() => {
            setOpen(null);
            toast("done", t("preview.done"));
            void read();
          }}
        />
      )}
    </div>
  );
}

/** A CRM shows what it would get, and to whom. */
function SendingDialog(props: Parameters<typeof SendDialog>[0]) {
  return isCrm(props.target.kind) ? <SendDialog {...props} /> : <PlainSendDialog {...props} />;
}

function SentLine({ delivery: { kind: name, at, state, fault, status, link } }: { delivery: SentDelivery }) {
  const { t } = useTranslation("connections");
  const locale = useLocale();
  const zone = useTimeZone();
  const kind = t(`kind.${name}`);
  return (
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
      {fault !== null && <> {t(`why.${fault}`, { kind, status })}</>}
    </p>
  );
}

function isCrm(kind: Target["kind"]): boolean {
  return kind === "hubspot" || kind === "pipedrive";
}
