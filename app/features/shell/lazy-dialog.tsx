import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PartNote } from "#app/ui/part-note.tsx";
import type { Lazy } from "#app/i18n/lazy.ts";
import { useToast } from "#app/ui/toast.tsx";

type Props<DialogProps> = {
  dialog: Lazy<ComponentType<DialogProps>>;
  props: DialogProps;
  /** Drawn until the dialog has loaded. */
  meanwhile?: ReactNode;
};

/**
 * A dialog whose script and texts load when the address asks for it. It is tried once, because somebody waits for it: if it does
 * not load, a message says so and the page stays as it was.
 */
export function LazyDialog<DialogProps extends { onClose: () => void }>(given: Props<DialogProps>) {
  const { dialog, props, meanwhile = <PartNote /> } = given;
  const { t } = useTranslation("common");
  const toast = useToast();
  const [Dialog, setDialog] = useState(() => dialog.loaded());
  const lost = useRef(() => {});
  useEffect(() => {
    lost.current = () => {
      toast("error", t("error.connection"));
      props.onClose();
    };
  });
  useEffect(() => {
    let isAwaited = true;
    dialog.load().then(
      (loaded) => setDialog(() => loaded),
      () => isAwaited && lost.current(),
    );
    return () => {
      isAwaited = false;
    };
  }, [dialog]);
  return Dialog ? <Dialog {...props} /> : meanwhile;
}
