import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useIsCutOff } from "#app/ui/cut-off.ts";

/** Beside the buttons of an upload: that nothing can be sent, before it is begun; else the children. */
export function FootNote({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("upload");
  const isCutOff = useIsCutOff();
  return (
    <span className="hint grow num" role="status">
      {isCutOff ? t("cutOff") : children}
    </span>
  );
}
