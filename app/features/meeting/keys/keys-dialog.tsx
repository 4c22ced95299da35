import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PAGE_KEYS } from "#app/features/meeting/keys/page-keys.ts";
import { Dialog } from "#app/ui/dialog.tsx";

/** Lists the keyboard shortcuts that the page currently supports. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("keys");
  const [listed] = useState(() =>
    PAGE_KEYS.filter(({ where }) => where === undefined || document.querySelector(where) !== null),
  );
  return (
    <Dialog open title={t("title")} onClose={onClose} closeOnScrim small>
      <div className="body">
        <dl className="keys">
          {listed.map(({ keys, text }) => (
            <div key={text}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{t(text)}</dd>
            </div>
          ))}
        </dl>
        <p className="note muted">{t("typing")}</p>
      </div>
    </Dialog>
  );
}
