import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ShareLink } from "#app/contracts/share.ts";
import { track } from "#app/analytics/track.ts";
import { formatDate } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** The address ("" while it is being made) with its ink button, and how often it was opened. */
export function LinkLine({ link }: { link: ShareLink }) {
  const { t } = useTranslation("sharing");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<{ url: string; well: boolean } | null>(null);
  const { url, expiresAt } = link;
  const [openedAt] = useState(() => Date.now());
  const outcome = copied?.url === url ? copied : null;
  if (url === null) return <p className="strong">{t("lost")}</p>;

  const copy = async () => {
    track("copy link");
    try {
      await navigator.clipboard.writeText(url);
      setCopied({ url, well: true });
    } catch {
      setCopied({ url, well: false });
      input.current?.focus();
      input.current?.select();
    }
  };
  const ended = expiresAt !== null && expiresAt <= openedAt;
  return (
    <div className="field">
      <label htmlFor={id}>{t("anyone")}</label>
      <div className="linkline">
        <div className="grow">
          <input
            ref={input}
            className="input"
            id={id}
            value={url}
            readOnly
            aria-describedby={`${id}-opens`}
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
        <Button kind="primary" large busy={url === ""} onClick={() => void copy()}>
          {url !== "" && <Icon name="link" />}
          {t("copy")}
        </Button>
      </div>
      {ended && <FieldError>{t("ended")}</FieldError>}
      {outcome && !outcome.well && (
        <FieldError>
          {t("copyFailed")}. {t("copyManually")}
        </FieldError>
      )}
      <p className="hint" role="status">
        {outcome?.well && t("copied")}
      </p>
      <Opens link={link} id={`${id}-opens`} />
    </div>
  );
}

function Opens({ link: { opens, lastOpenedOn }, id }: { link: ShareLink; id: string }) {
  const { t } = useTranslation("sharing");
  const locale = useLocale();
  // The day is one of UTC: shown in any other zone it could become the day before.
  const day = lastOpenedOn === null ? "" : formatDate(Date.parse(lastOpenedOn), locale, "UTC");
  return (
    <p className="hint num" id={id}>
      {opens === 0 ? t("opens.none") : t("opens.times", { count: opens, day })} {t("opens.how")}
    </p>
  );
}
