import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Dialog } from "#app/ui/dialog.tsx";

/** Lists the keyboard shortcuts that the page currently supports. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("keys");
  const [listed] = useState(() =>
    PAGE_KEYS.filter(({ where }) => where === undefined || document.querySelector(where) !== null),
  );
  return (
    <Dialog open title={t("title")} onClose={onClose} closeOnScrim small>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- longer than a low screen, and nothing in it takes the focus */}
      <div className="body" tabIndex={0} role="region" aria-label={t("title")}>
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

/**
 * All keys of the meeting page, as the list under `?` shows them. Keys of a part that is not always there stand with the
 * selector of the control that they press: they are listed where that control is on the page (`aria-keyshortcuts`).
 */
type PageKey = {
  keys: readonly string[];
  text:
    | "play"
    | "skip"
    | "nudge"
    | "marks"
    | "speed"
    | "segments"
    | "playSegment"
    | "copySegment"
    | "clip"
    | "follow"
    | "search"
    | "matches"
    | "ask"
    | "edit"
    | "link"
    | "pdf"
    | "again"
    | "help";
  /** Listed where the page has such a control. */
  where?: string;
};

const PLAYER = ".player";
const TRANSCRIPT = "#transcript";

const PAGE_KEYS: readonly PageKey[] = [
  { keys: ["Space", "K"], text: "play", where: PLAYER },
  { keys: ["J", "L"], text: "skip", where: PLAYER },
  { keys: ["←", "→"], text: "nudge", where: PLAYER },
  { keys: ["Shift ←", "Shift →"], text: "marks", where: PLAYER },
  { keys: ["[", "]"], text: "speed", where: PLAYER },
  { keys: ["↑", "↓"], text: "segments", where: TRANSCRIPT },
  { keys: ["Enter"], text: "playSegment", where: PLAYER },
  { keys: ["Ctrl C"], text: "copySegment", where: TRANSCRIPT },
  { keys: ["X"], text: "clip", where: "[data-clips]" },
  { keys: ["F"], text: "follow", where: "[aria-keyshortcuts~='F' i]" },
  { keys: ["/"], text: "search", where: TRANSCRIPT },
  { keys: ["Enter", "Shift Enter"], text: "matches", where: TRANSCRIPT },
  { keys: ["A"], text: "ask", where: "[aria-keyshortcuts~='A' i]" },
  { keys: ["E"], text: "edit", where: "[aria-keyshortcuts~='E' i]" },
  { keys: ["C"], text: "link", where: "[aria-keyshortcuts~='C' i]" },
  { keys: ["D"], text: "pdf", where: ".export a[download]" },
  { keys: ["W"], text: "again", where: "[aria-keyshortcuts~='W' i]" },
  { keys: ["?"], text: "help" },
];
