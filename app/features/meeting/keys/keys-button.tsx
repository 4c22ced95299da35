import { type ComponentType, useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { loadLaterTexts } from "#app/i18n/load-texts.ts";
import { focusOf } from "#app/features/meeting/player/use-player-keys.ts";

type KeysDialog = ComponentType<{ onClose: () => void }>;

/** The list of all keys: by its button, and by `?`. It is loaded when it is first asked for. */
export function KeysButton() {
  const { t } = useTranslation("reading");
  const [Dialog, setDialog] = useState<KeysDialog | null>(null);
  const [open, setOpen] = useState(false);
  const show = useCallback(() => {
    setOpen(true);
    Promise.all([import("#app/features/meeting/keys/keys-dialog.tsx"), loadLaterTexts()]).then(
      ([{ KeysDialog }]) => setDialog(() => KeysDialog),
      // The line is down: the next click asks again, and nothing else depends on it.
      () => setOpen(false),
    );
  }, []);
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
      {open && Dialog && createPortal(<Dialog onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}
