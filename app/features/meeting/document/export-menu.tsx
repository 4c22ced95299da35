import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { closeLikeAMenu } from "#app/ui/close-like-a-menu.ts";
import { Icon } from "#app/ui/icon.tsx";

/** In the order in which people ask for them. The route knows the same names. */
const FORMATS = ["md", "txt", "vtt", "srt", "json"] as const;

/** The meeting to take away, as files. A disclosure of plain links: it opens and its links work without JavaScript. */
export function ExportMenu({ meetId }: { meetId: string }) {
  const { t } = useTranslation("meeting");
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => (details.current ? closeLikeAMenu(details.current) : undefined), []);
  return (
    <details className="export" ref={details}>
      <summary className="btn btn--quiet">
        <Icon name="download" />
        <span className="wide">{t("export.label")}</span>
      </summary>
      <ul className="menu export__list">
        {FORMATS.map((format) => (
          <li key={format}>
            <a href={`/api/acta/meetings/${meetId}/export/${format}`} download>
              {t(`export.${format}`)} <kbd>.{format}</kbd>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
