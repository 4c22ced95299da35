import { type ComponentType, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { PartNote } from "#app/features/shell/loading-note.tsx";
import { loadLaterTexts } from "#app/i18n/load-texts.ts";
import { useToast } from "#app/ui/toast.tsx";

type Props<PartProps> = { load: () => Promise<ComponentType<PartProps>>; props: PartProps };

/**
 * A dialog whose script and texts come when it is asked for; where they do not come the page stays as it was, and says so.
 * `load` must be the same at each drawing.
 */
export function LoadedPart<PartProps extends { onClose: () => void }>({ load, props }: Props<PartProps>) {
  const { t } = useTranslation("common");
  const toast = useToast();
  const [Part, setPart] = useState<ComponentType<PartProps> | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    Promise.all([load(), loadLaterTexts()]).then(
      ([loaded]) => setPart(() => loaded),
      () => setFailed(true),
    );
  }, [load]);
  useEffect(() => {
    if (!failed) return;
    toast("error", t("error.connection"));
    props.onClose();
    // Once: closing makes another function each time the page is drawn.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [failed]);
  return Part ? <Part {...props} /> : <PartNote />;
}
