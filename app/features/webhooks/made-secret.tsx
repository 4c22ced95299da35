import { useTranslation } from "#app/i18n/use-translation.ts";
import type { ShownWebhook } from "#app/contracts/webhooks.ts";
import { hostOf } from "#app/features/webhooks/webhook-row.tsx";
import { ShownOnce } from "#app/ui/shown-once.tsx";

type Props = { secret: string; shown: ShownWebhook; isRotated: boolean; onDone: () => void };

export function MadeSecret({ secret, shown, isRotated, onDone }: Props) {
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
