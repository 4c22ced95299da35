import { type ComponentType, useEffect, useRef, useState } from "react";
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
  const lost = useRef(() => {});
  useEffect(() => {
    lost.current = () => {
      toast("error", t("error.connection"));
      props.onClose();
    };
  });
  useEffect(() => {
    let isAwaited = true;
    Promise.all([load(), loadLaterTexts()]).then(
      ([loaded]) => setPart(() => loaded),
      () => isAwaited && lost.current(),
    );
    return () => {
      isAwaited = false;
    };
  }, [load]);
  return Part ? <Part {...props} /> : <PartNote />;
}
