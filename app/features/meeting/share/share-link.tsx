import { useId, useRef, useState } from "react";
import { track } from "#app/analytics/track.ts";
import type { ShareLink } from "#app/contracts/meeting/share.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { formatDate, formatDateTime } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Select } from "#app/ui/select.tsx";

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

type Props = { expiresAt: number | null; change: (expiresAt: number | null) => void };

/**
 * Sets how long the link works: no end, a day, a week or 30 days of 24 hours from now, or until the end of a chosen day. The end is
 * shown with its time of day: "until Tuesday" would be read as the whole of Tuesday.
 */
export function LinkUntil({ expiresAt, change }: Props) {
  const { t } = useTranslation("sharing");
  const locale = useLocale();
  const timeZone = useTimeZone();
  const [days] = useState(() => daysToChoose(Date.now()));
  const [choosesDay, setChoosesDay] = useState(false);
  const choose = (value: string) => {
    setChoosesDay(value === "day");
    if (isLinkEnd(value)) change(endOfLink(value, Date.now()));
  };
  const current = expiresAt === null ? "never" : "current";
  return (
    <div className="stack">
      <Field label={t("until")}>
        {(wiring) => (
          <Select
            {...wiring}
            value={choosesDay ? "day" : current}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {expiresAt !== null && <option value="current">{formatDateTime(expiresAt, locale, timeZone)}</option>}
            <option value="oneDay">{t("end.oneDay")}</option>
            <option value="week">{t("end.week")}</option>
            <option value="month">{t("end.month")}</option>
            <option value="day">{t("end.day")}</option>
            <option value="never">{t("end.never")}</option>
          </Select>
        )}
      </Field>
      {choosesDay && (
        <Field label={t("untilDay")}>
          {(wiring) => (
            <input
              {...wiring}
              className="input"
              type="date"
              min={days.first}
              max={days.last}
              onChange={(event) => {
                const end = endOfChosenDay(event.currentTarget.value, Date.now());
                if (end !== null) change(end);
              }}
            />
          )}
        </Field>
      )}
    </div>
  );
}

/** The ends that a share link can have, as epoch ms. Days are those of the browser's time zone. */

/** Lengths in days of 24 hours; null: no end. */
const LINK_ENDS = { never: null, oneDay: 1, week: 7, month: 30 } as const;
type LinkEnd = keyof typeof LINK_ENDS;

export function isLinkEnd(value: string): value is LinkEnd {
  return Object.hasOwn(LINK_ENDS, value);
}

export function endOfLink(chosen: LinkEnd, now: number): number | null {
  const days = LINK_ENDS[chosen];
  return days === null ? null : now + days * DAY_MS;
}

/** In days: ten years minus some days, which the server accepts in every time zone. */
const LAST_DAY = 3650;

/** The first and the last day that can be chosen, as a date field wants them. */
export function daysToChoose(now: number): { first: string; last: string } {
  return { first: dayOf(now), last: dayOf(now + LAST_DAY * DAY_MS) };
}

/** The last moment of a chosen day ("2026-12-18"); null for a text that is no day, a day that is over, or one too far away. */
export function endOfChosenDay(day: string, now: number): number | null {
  const [year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const end = new Date(year, month - 1, date + 1).getTime() - 1;
  return end > now && end <= now + LAST_DAY * DAY_MS ? end : null;
}

function dayOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
