import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ShownKey } from "#app/contracts/keys.ts";
import { ShownOnce } from "#app/ui/shown-once.tsx";

type Props = { value: string; shown: ShownKey; onDone: () => void };

export function MadeKey({ value, shown: { name, scope }, onDone }: Props) {
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
