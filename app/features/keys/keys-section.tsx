import { Link } from "@remix-run/react";
import { useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { listKeys, revokeKey } from "#app/contracts/endpoints/keys.ts";
import type { KeyList, ShownKey } from "#app/contracts/keys.ts";
import { NewKey } from "#app/features/keys/new-key.tsx";
import { formatDate, formatDateTime } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ShownOnce } from "#app/ui/shown-once.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** The person's API keys: created, shown once, and revoked. */
export function KeysSection({ initial, now }: { initial: KeyList; now: number }) {
  const { t } = useTranslation("apiKeys");
  const toast = useToast();
  const [keys, setKeys] = useState(initial.keys);
  const [made, setMade] = useState<{ key: string; shown: ShownKey } | null>(null);
  const [isNaming, setNaming] = useState(false);
  const [revoking, setRevoking] = useState<ShownKey | null>(null);
  const [isBusy, setBusy] = useState(false);
  const revoke = async ({ id }: ShownKey) => {
    setBusy(true);
    const result = await callApi(revokeKey, { params: { key_id: id } });
    // Also after a failure: the key may have been revoked in another tab.
    const read = await callApi(listKeys, { unasked: true });
    if (read.ok) setKeys(read.value.keys);
    setBusy(false);
    setRevoking(null);
    if (result.ok) setMade((shown) => (shown?.shown.id === id ? null : shown));
    if (result.ok) toast("done", t("revoked"));
    else if (result.kind !== "signed-out") toast("error", result.message ?? t("error.revoke"));
  };
  return (
    <section id="keys" aria-labelledby="keys-heading">
      <h2 id="keys-heading">{t("heading")}</h2>
      <div className="rows rows--full">
        <p className="muted">
          {t("lead")} <Link to="/api/docs">{t("docs")}</Link>
        </p>
        {made !== null && <MadeKey key={made.key} value={made.key} shown={made.shown} onDone={() => setMade(null)} />}
        {keys.length > 0 && (
          <ul className="entries" aria-labelledby="keys-heading">
            {keys.map((key) => (
              <KeyRow key={key.id} shown={key} now={now} onRevoke={() => setRevoking(key)} />
            ))}
          </ul>
        )}
        <p>
          <Button onClick={() => setNaming(true)}>
            <Icon name="plus" />
            {t("new")}
          </Button>
        </p>
      </div>
      {isNaming && (
        <NewKey
          onClose={() => setNaming(false)}
          onMade={(answer) => {
            setNaming(false);
            setMade(answer);
            setKeys((others) => [answer.shown, ...others]);
          }}
        />
      )}
      {revoking !== null && (
        <RevokeKey
          name={revoking.name}
          busy={isBusy}
          onConfirm={() => void revoke(revoking)}
          onClose={() => setRevoking(null)}
        />
      )}
    </section>
  );
}

type RowProps = { shown: ShownKey; now: number; onRevoke: () => void };

function KeyRow({ shown: { name, hint, scope, createdAt, expiresAt, lastUsedAt }, now, onRevoke }: RowProps) {
  const { t } = useTranslation("apiKeys");
  const locale = useLocale();
  const zone = useTimeZone();
  const date = (at: number) => ({ date: formatDate(at, locale, zone) });
  const facts = [
    t(`is.${scope}`),
    t("made", date(createdAt)),
    lastUsedAt === null ? t("unused") : t("used", { date: formatDateTime(lastUsedAt, locale, zone) }),
    expiresAt === null ? t("endless") : t(expiresAt <= now ? "over" : "until", date(expiresAt)),
  ];
  return (
    <li className="entry">
      <div>
        <p className="strong key-name">{name}</p>
        <p className="note muted">
          {t("hint")} <span className="code">{hint}</span>, {facts.join(", ")}
        </p>
      </div>
      <Button aria-label={t("revokeOne", { name })} onClick={onRevoke}>
        {t("revoke")}
      </Button>
    </li>
  );
}

type Props = { name: string; busy: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before programs lose access, because a revoked key cannot be brought back. */
export function RevokeKey({ name, busy, onConfirm, onClose }: Props) {
  const { t } = useTranslation("apiKeys");
  return (
    <ConfirmDialog
      texts={{ title: t("revokeAsk.title"), confirm: t("revokeAsk.go"), cancel: t("cancel") }}
      kind="danger"
      {...{ busy, onConfirm, onClose }}
    >
      <p className="strong key-name">{name}</p>
      <p>{t("revokeAsk.text")}</p>
    </ConfirmDialog>
  );
}

type MadeKeyProps = { value: string; shown: ShownKey; onDone: () => void };

export function MadeKey({ value, shown: { name, scope }, onDone }: MadeKeyProps) {
  const { t } = useTranslation("apiKeys");
  const texts = {
    label: t("value"),
    copy: t("copy"),
    copied: t("copied"),
    copyFailed: t("copyFailed"),
    done: t("done"),
  };
  return (
    <ShownOnce value={value} texts={texts} onDone={onDone}>
      <span className="strong">{t("once")}</span> <span className="key-name">{t(`may.${scope}`, { name })}</span>
    </ShownOnce>
  );
}
