import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PartNote } from "#app/ui/part-note.tsx";

type Props = { typed: string; onType: (text: string) => void; onClose: () => void };

/**
 * Stands in for the search box until its script has loaded: a text field that is not drawn takes what is typed meanwhile, which the page
 * would take for its own keys otherwise. A field rather than a listener, for accents, input methods and pasted text.
 */
export function TypedAhead({ typed, onType, onClose }: Props) {
  const { t } = useTranslation("common");
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const own = field.current;
    own?.focus({ preventScroll: true });
    return () => {
      // The box, which opens next, gives the focus back to what has it now.
      if (document.activeElement !== own) return;
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <>
      <PartNote />
      <div role="search" aria-label={t("menu.search")}>
        <input
          ref={field}
          className="sr"
          type="text"
          autoComplete="off"
          aria-label={t("menu.search")}
          value={typed}
          onChange={({ target }) => onType(target.value)}
          onKeyDown={(event) => {
            // Keys of the page are not meant.
            event.stopPropagation();
            if (event.key === "Escape") onClose();
          }}
        />
      </div>
    </>
  );
}
