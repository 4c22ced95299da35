import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShownKey } from "#app/contracts/keys.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = { value: string; shown: ShownKey; onDone: () => void };

/** A new key. It is in no other answer, so it stays until the person closes it or leaves the page. */
export function MadeKey({ value, shown: { name, scope }, onDone }: Props) {
  const { t } = useTranslation("apiKeys");
  const [said, setSaid] = useState<"copied" | "copyFailed" | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid("copied");
    } catch {
      field.current?.select();
      setSaid("copyFailed");
    }
  };
  return (
    <div className="once">
      <p>
        <span className="strong">{t("once")}</span> <span className="key-name">{t(`may.${scope}`, { name })}</span>
      </p>
      <Field label={t("value")}>
        {(wiring) => <input {...wiring} ref={field} className="input code" readOnly value={value} spellCheck={false} />}
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
