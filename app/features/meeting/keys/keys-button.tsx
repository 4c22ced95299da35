import { useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { focusOf } from "#app/features/meeting/player/player-keys.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useLazyActions, WhenLoaded } from "#app/i18n/use-lazy.tsx";

const keysDialog = lazy(async () => (await import("#app/features/meeting/keys/keys-dialog.tsx")).KeysDialog, ["keys"]);

/** The list of all keys: by its button, and by `?`. It is loaded when it is first asked for. */
export function KeysButton() {
  const { t } = useTranslation("reading");
  const { run } = useLazyActions<"keys">();
  const [open, setOpen] = useState(false);
  const show = useCallback(() => {
    run("keys", async () => {
      await keysDialog.load();
      setOpen(true);
    });
  }, [run]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      if (focusOf(event.target) === "typing") return;
      event.preventDefault();
      show();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [show]);
  return (
    <>
      <button className="btn btn--quiet note keys__button" type="button" aria-keyshortcuts="?" onClick={show}>
        {t("keys.button")} <kbd>?</kbd>
      </button>
      {/* Not inside the panel: where that is folded away a dialog in it would hold the page, unseen. */}
      {open && createPortal(<WhenLoaded part={keysDialog} props={{ onClose: () => setOpen(false) }} />, document.body)}
    </>
  );
}
