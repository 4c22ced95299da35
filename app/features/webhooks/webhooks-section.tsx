import { Link } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import {
  changeWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
} from "#app/contracts/endpoints/webhooks.ts";
import type { ListedWebhook, ShownWebhook } from "#app/contracts/webhooks.ts";
import { SEND_ATTEMPT_MS_MAX } from "#app/domain/limits/deliveries.ts";
import { WebhookForm } from "#app/features/webhooks/webhook-form.tsx";
import { WebhookLog } from "#app/features/webhooks/webhook-log.tsx";
import { hostOf, type WebhookAction, WebhookRow } from "#app/features/webhooks/webhook-row.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ShownOnce } from "#app/ui/shown-once.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** While a message is on its way its outcome is seconds off; one that waits for another try shows when that is. */
const LOOK_AGAIN_MS = 2000;
const isUnderway = ({ last }: ListedWebhook) =>
  last?.state === "waiting" &&
  last.dueAt !== null &&
  last.dueAt - Date.now() < SEND_ATTEMPT_MS_MAX &&
  last.fault === null;

type Open = { as: "new" } | { as: "edit" | "log" | "rotate" | "remove"; webhook: ListedWebhook };
type Made = { secret: string; shown: ShownWebhook; isRotated: boolean };

/** The person's webhooks: added with their secret, tested, paused, changed and removed. */
export function WebhooksSection({ initial }: { initial: readonly ListedWebhook[] }) {
  const { t } = useTranslation("webhooks");
  const list = useWebhooks(initial);
  const { webhooks, made, setMade, setOpen, isBusy, test, pause } = list;
  const act = (webhook: ListedWebhook, action: WebhookAction) => {
    if (action === "test") void test(webhook);
    else if (action === "pause") void pause(webhook);
    else setOpen({ as: action, webhook });
  };

  return (
    <section id="hooks" aria-labelledby="hooks-heading">
      <h2 id="hooks-heading">{t("heading")}</h2>
      <div className="rows rows--full">
        <p className="muted">
          {t("lead")} <Link to="/api/docs/webhooks">{t("how")}</Link>
        </p>
        {made !== null && <MadeSecret key={made.secret} {...made} onDone={() => setMade(null)} />}
        {webhooks.length > 0 && (
          <ul className="entries" aria-labelledby="hooks-heading">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} isBusy={isBusy} onAct={(action) => act(webhook, action)} />
            ))}
          </ul>
        )}
        <p>
          <Button onClick={() => setOpen({ as: "new" })}>
            <Icon name="plus" />
            {t("new")}
          </Button>
        </p>
      </div>
      <OpenDialog {...list} />
    </section>
  );
}

function OpenDialog({ open, setOpen, setMade, setWebhooks, isBusy, readAgain, noteChanged, remove, rotate }: Webhooks) {
  if (open === null) return null;
  if (open.as === "log") {
    return (
      <WebhookLog
        webhook={open.webhook}
        onClose={() => {
          setOpen(null);
          void readAgain();
        }}
      />
    );
  }
  if (open.as === "rotate" || open.as === "remove") {
    return (
      <AskDialog
        url={open.webhook.url}
        asked={open.as}
        busy={isBusy}
        onConfirm={() => void (open.as === "remove" ? remove(open.webhook) : rotate(open.webhook))}
        onClose={() => setOpen(null)}
      />
    );
  }
  return (
    <WebhookForm
      webhook={open.as === "edit" ? open.webhook : null}
      onClose={() => setOpen(null)}
      onAdded={(answer) => {
        setMade({ ...answer, isRotated: false });
        setWebhooks((others) => [...others, { ...answer.shown, last: null }]);
        setOpen(null);
      }}
      onChanged={noteChanged}
    />
  );
}

type Webhooks = ReturnType<typeof useWebhooks>;

/** The list, the dialog that is open, the secret that was just made, and the changes. */
function useWebhooks(initial: readonly ListedWebhook[]) {
  const { t } = useTranslation("webhooks");
  const toast = useToast();
  const [webhooks, setWebhooks] = useState(initial);
  const [open, setOpen] = useState<Open | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const [isBusy, setBusy] = useState(false);

  /** Also after a failure: another tab may have changed the list. */
  const readAgain = useCallback(async () => {
    const read = await callApi(listWebhooks, { unasked: true });
    if (read.ok) setWebhooks(read.value.webhooks);
  }, []);
  useEffect(() => {
    if (!webhooks.some(isUnderway)) return undefined;
    const timer = setTimeout(() => void readAgain(), LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [webhooks, readAgain]);
  const run = async <Value,>(work: Promise<CallResult<Value>>, said: { done?: string; failed: string }) => {
    setBusy(true);
    const result = await work;
    await readAgain();
    setBusy(false);
    setOpen(null);
    if (result.ok && said.done) toast("done", said.done);
    else if (!result.ok && result.kind !== "signed-out") toast("error", result.message ?? said.failed);
    return result;
  };
  const pause = ({ id, pausedAt }: ListedWebhook) =>
    run(callApi(changeWebhook, { params: { webhook_id: id }, body: { paused: pausedAt === null } }), {
      done: t(pausedAt === null ? "pausedNow" : "resumed"),
      failed: t("error.change"),
    });
  const test = ({ id }: ListedWebhook) =>
    run(callApi(testWebhook, { params: { webhook_id: id } }), { done: t("tested"), failed: t("error.test") });
  const remove = async ({ id }: ListedWebhook) => {
    const result = await run(callApi(removeWebhook, { params: { webhook_id: id }, unread: true }), {
      done: t("removed"),
      failed: t("error.remove"),
    });
    if (result.ok) setMade((shown) => (shown?.shown.id === id ? null : shown));
  };
  const rotate = async ({ id }: ListedWebhook) => {
    const result = await run(callApi(rotateWebhookSecret, { params: { webhook_id: id } }), {
      failed: t("error.rotate"),
    });
    if (result.ok) setMade({ ...result.value, isRotated: true });
  };
  const noteChanged = () => void run(Promise.resolve({ ok: true, value: null }), { done: t("saved"), failed: "" });
  return {
    webhooks,
    setWebhooks,
    open,
    setOpen,
    made,
    setMade,
    isBusy,
    readAgain,
    noteChanged,
    test,
    pause,
    remove,
    rotate,
  };
}

type Props = { url: string; asked: "rotate" | "remove"; busy: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before something that a receiver notices and that cannot be undone. */
export function AskDialog({ url, asked, busy, onConfirm, onClose }: Props) {
  const { t } = useTranslation("webhooks");
  return (
    <ConfirmDialog
      texts={{ title: t(`${asked}Ask.title`), confirm: t(`${asked}Ask.go`), cancel: t("cancel") }}
      kind={asked === "remove" ? "danger" : "primary"}
      {...{ busy, onConfirm, onClose }}
    >
      <p className="code">{url}</p>
      <p>{t(`${asked}Ask.text`)}</p>
    </ConfirmDialog>
  );
}

type MadeSecretProps = { secret: string; shown: ShownWebhook; isRotated: boolean; onDone: () => void };

export function MadeSecret({ secret, shown, isRotated, onDone }: MadeSecretProps) {
  const { t } = useTranslation("webhooks");
  const texts = {
    label: t("secret"),
    copy: t("copy"),
    copied: t("copied"),
    copyFailed: t("copyFailed"),
    done: t("done"),
  };
  return (
    <ShownOnce value={secret} texts={texts} onDone={onDone}>
      <span className="strong">{t("once")}</span> {t("onceFor", { host: hostOf(shown.url) })}{" "}
      {isRotated && t("onceRotated")}
    </ShownOnce>
  );
}
