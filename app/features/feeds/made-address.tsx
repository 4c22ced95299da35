import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MadeFeed } from "#app/contracts/feeds.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** A new address. It is in no other answer, so it stays until the person closes it or leaves the page. */
export function MadeAddress({ url, shown: { kind }, onDone }: MadeFeed & { onDone: () => void }) {
  const { t } = useTranslation("feeds");
  const [said, setSaid] = useState<"copied" | "copyFailed" | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setSaid("copied");
    } catch {
      field.current?.select();
      setSaid("copyFailed");
    }
  };
  return (
    <div className="feed-address">
      <p className="strong">{t("once")}</p>
      <Field label={t(`value.${kind}`)}>
        {(wiring) => (
          <input {...wiring} ref={field} className="input feed-code" readOnly value={url} spellCheck={false} />
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
