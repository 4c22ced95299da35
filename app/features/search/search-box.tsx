import { useId, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { BoxList } from "#app/features/search/box-list.tsx";
import { BoxNotes, Foot, Understood } from "#app/features/search/box-notes.tsx";
import "#app/features/search/search.css";
import { type BoxProps, useBox } from "#app/features/search/use-box.ts";
import { Button } from "#app/ui/button.tsx";
import { useModal } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** The search box: all meetings of the person, and all actions of the app, behind one text field (ARIA's combobox with a listbox). */
export function SearchBox(props: BoxProps) {
  const { t } = useTranslation("search");
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog, true);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { onClose } = props;
  const box = useBox(props);
  const { typed, search, groups, active } = box;
  const type = (text: string) => {
    box.type(text);
    input.current?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc (onCancel) closes it too
    <dialog
      ref={dialog}
      className="scrim scrim--top"
      aria-label={t("title")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="palette">
        <div className="palette__find">
          <Icon name="search" size="l" className="muted" />
          <label className="sr" htmlFor={`${listId}-text`}>
            {t("label")}
          </label>
          <input
            ref={input}
            id={`${listId}-text`}
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={active?.id}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            placeholder={t("label")}
            value={typed}
            onChange={({ target }) => box.type(target.value)}
            onKeyDown={box.onKeyDown}
          />
          <CloseButtons onClose={onClose} />
        </div>
        <Understood typed={typed} search={search} onType={type} />
        <BoxNotes search={search} />
        <BoxList
          id={listId}
          groups={groups}
          active={active}
          isBusy={box.isAsking}
          onKeyDown={box.onKeyDown}
          onChoose={box.choose}
          onForget={box.forget}
        />
        <Foot search={search} isAsking={box.isAsking} canForget={active?.kind === "recent"} />
      </div>
    </dialog>
  );
}

/** The name of the key, or on narrow screens a cross. */
function CloseButtons({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("search");
  return (
    <>
      <Button kind="quiet" className="palette__esc note muted" onClick={onClose}>
        <span className="sr">{t("close")}</span> <kbd>Esc</kbd>
      </Button>
      <Button kind="quiet" icon className="palette__x" aria-label={t("close")} onClick={onClose}>
        <Icon name="close" size="l" />
      </Button>
    </>
  );
}
