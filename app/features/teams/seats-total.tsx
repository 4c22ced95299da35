import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { type Interval, INTERVALS, type MinorUnits, totalOf } from "#app/domain/plan/prices.ts";
import { formatMoney } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { FieldError } from "#app/ui/field.tsx";

type Props = {
  seats: number;
  interval: Interval;
  onInterval: (interval: Interval) => void;
  prices: { month: MinorUnits; year: MinorUnits; currency: string };
  busy: boolean;
  error: string | null;
  /** The missing part; null when the order can be paid. */
  hint: string | null;
};

const MONTHS = 12;

/** §2: the price per seat, what a year saves, the single payment and the total. The server computes what is paid by the same rules. */
export function SeatsTotal({ seats, interval, onInterval, prices, busy, error, hint }: Props) {
  const { t } = useTranslation("seats");
  const locale = useLocale();
  const headingId = useId();
  const money = (amount: MinorUnits) => formatMoney(amount, prices.currency, locale);
  const price = prices[interval];
  const isYear = interval === "year";
  return (
    <section className="block" aria-labelledby={headingId}>
      <div className="block__head">
        <h2 className="section" id={headingId}>
          {t("total")}
        </h2>
        {isYear && <span className="plan">{t("save")}</span>}
      </div>
      <fieldset className="row row--wrap seats__interval">
        <legend className="sr">{t("interval")}</legend>
        {INTERVALS.toReversed().map((each) => (
          <Checkbox
            key={each}
            type="radio"
            name="interval"
            value={each}
            checked={each === interval}
            onChange={() => onInterval(each)}
            label={t(each)}
          />
        ))}
      </fieldset>
      <dl className="sum num">
        <div>
          <dt>{t("perSeat")}</dt>
          <dd>
            {t(isYear ? "aYear" : "aMonth", { price: money(price) })}
            {isYear && (
              <span className="muted note">{t("instead", { price: money(totalOf(prices.month, MONTHS)) })}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t("seats")}</dt>
          <dd>{t("count", { count: seats })}</dd>
        </div>
        <div className="sum__all">
          <dt>{t(isYear ? "single" : "monthly")}</dt>
          <dd>{money(totalOf(price, seats))}</dd>
        </div>
      </dl>
      <p className="note muted">{t("tax")}</p>
      <Button kind="primary" large wide type="submit" busy={busy} className="seats__go">
        {t(busy ? "processing" : "go")}
      </Button>
      {hint !== null && <p className="hint">{hint}</p>}
      {error !== null && <FieldError>{error}</FieldError>}
    </section>
  );
}
