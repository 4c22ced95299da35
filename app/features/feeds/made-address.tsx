import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MadeFeed } from "#app/contracts/feeds.ts";
import { ShownOnce } from "#app/ui/shown-once.tsx";

export function MadeAddress({ url, shown: { kind }, onDone }: MadeFeed & { onDone: () => void }) {
  const { t } = useTranslation("feeds");
  const texts = {
    label: t(`value.${kind}`),
    copy: t("copy"),
    copied: t("copied"),
    copyFailed: t("copyFailed"),
    done: t("done"),
  };
  return (
    <ShownOnce value={url} texts={texts} onDone={onDone}>
      <span className="strong">{t("once")}</span>
    </ShownOnce>
  );
}
