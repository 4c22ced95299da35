import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/contracts/call-api.ts";
import { listKeys, revokeKey } from "#app/contracts/endpoints/keys.ts";
import type { KeyList, ShownKey } from "#app/contracts/keys.ts";
import { NewKey } from "#app/features/keys/new-key.tsx";
import { formatDate } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** The person's API keys: made, shown once, and revoked. */
export function KeysSection({ initial, now }: { initial: KeyList; now: number }) {
  const { t } = useTranslation("apiKeys");
  const toast = useToast();
  const [keys, setKeys] = useState(initial.keys);
  const [busy, setBusy] = useState<string | null>(null);
  const revoke = async ({ id }: ShownKey) => {
    setBusy(id);
    const result = await callApi(revokeKey, { params: { key_id: id } });
    if (result.ok) toast("done", t("revoked"));
    else if (result.kind !== "signed-out") toast("error", result.message ?? t("error.revoke"));
    const read = await callApi(listKeys, { unasked: true });
    if (read.ok) setKeys(read.value.keys);
    setBusy(null);
  };
  return (
    <section id="keys" aria-labelledby="keys-heading">
      <h2 id="keys-heading">{t("heading")}</h2>
      <div className="rows rows--full">
        <p className="muted">{t("lead")}</p>
        {keys.length === 0 ? (
          <p>{t("none")}</p>
        ) : (
          <ul className="entries" aria-labelledby="keys-heading">
            {keys.map((key) => (
              <KeyRow key={key.id} shown={key} now={now} busy={busy === key.id} onRevoke={() => void revoke(key)} />
            ))}
          </ul>
        )}
        <NewKey onMade={(made) => setKeys((others) => [made, ...others])} />
      </div>
    </section>
  );
}

type RowProps = { shown: ShownKey; now: number; busy: boolean; onRevoke: () => void };

function KeyRow({ shown: { name, hint, scope, expiresAt, lastUsedAt }, now, busy, onRevoke }: RowProps) {
  const { t } = useTranslation("apiKeys");
  const locale = useLocale();
  const zone = useTimeZone();
  const date = (at: number) => ({ date: formatDate(at, locale, zone) });
  const facts = [
    t("hint", { hint }),
    t(scope),
    lastUsedAt === null ? t("unused") : t("used", date(lastUsedAt)),
    expiresAt === null ? null : t(expiresAt <= now ? "over" : "until", date(expiresAt)),
  ];
  return (
    <li className="entry">
      <div>
        <p className="strong">{name}</p>
        <p className="note muted">{facts.filter((fact) => fact !== null).join(" · ")}</p>
      </div>
      <Button busy={busy} aria-label={t("revokeOne", { name })} onClick={onRevoke}>
        {t("revoke")}
      </Button>
    </li>
  );
}
