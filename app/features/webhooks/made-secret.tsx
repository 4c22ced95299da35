import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShownWebhook } from "#app/contracts/webhooks.ts";
import { hostOf } from "#app/features/webhooks/webhook-row.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = { secret: string; shown: ShownWebhook; isRotated: boolean; onDone: () => void };

/** A new secret. It is in no other answer, so it stays until the person closes it or leaves the page. */
export function MadeSecret({ secret, shown, isRotated, onDone }: Props) {
  const { t } = useTranslation("webhooks");
  const [said, setSaid] = useState<"copied" | "copyFailed" | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setSaid("copied");
    } catch {
      field.current?.select();
      setSaid("copyFailed");
    }
  };
  return (
    <div className="hook-secret">
      <p>
        <span className="strong">{t("once")}</span> {t("onceFor", { host: hostOf(shown.url) })}{" "}
        {isRotated && t("onceRotated")}
      </p>
      <Field label={t("secret")}>
        {(wiring) => (
          <input {...wiring} ref={field} className="input hook-code" readOnly value={secret} spellCheck={false} />
        )}
      </Field>
      <div className="row row--wrap">
        <Button onClick={() => void copy()}>
          <Icon name="copy" />
          {t("copy")}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {t("done")}
        </Button>
        <p className="note" role="status">
          {said !== null && t(said)}
        </p>
      </div>
    </div>
  );
}
