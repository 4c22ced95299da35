import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";

/** Removes the conversation, after asking in its own place. */
export function ChatClear({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation("chat");
  const [asking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) keep.current?.focus();
  }, [asking]);
  if (!asking) {
    return (
      <Button kind="quiet" className="note chat__clear" onClick={() => setAsking(true)}>
        {t("clear.clear")}
      </Button>
    );
  }
  return (
    <div className="chat__sure" role="alertdialog" aria-label={t("clear.ask")}>
      <p className="note">{t("clear.ask")}</p>
      <p className="row">
        <Button
          kind="danger-line"
          className="note"
          onClick={() => {
            setAsking(false);
            onClear();
          }}
        >
          {t("clear.yes")}
        </Button>
        <Button ref={keep} kind="quiet" className="note" onClick={() => setAsking(false)}>
          {t("clear.no")}
        </Button>
      </p>
    </div>
  );
}
