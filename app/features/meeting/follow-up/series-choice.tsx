import { useId, useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { chooseSeries, endSeries } from "#app/contracts/endpoints/follow-ups.ts";
import type { FollowUpDraft } from "#app/contracts/follow-up.ts";
import { FOLLOW_UP_GRACE_MS } from "#app/domain/limits/mail.ts";
import { MINUTE_MS } from "#app/domain/limits/units.ts";
import { useLanguageName } from "#app/i18n/language-name.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { FieldError } from "#app/ui/field.tsx";

type Choice = NonNullable<NonNullable<FollowUpDraft["series"]>["choice"]>;
type Props = {
  meetId: string;
  first: Choice | null;
  /** As the form has it now. */
  now: Choice;
  /** Null where the form's addresses can be mailed, else what is wrong with them. */
  problem: () => string | null;
};

/** Later follow-ups of the series go by themselves, to the addresses that stand here. It takes effect at once, whatever becomes of this mail. */
export function SeriesChoice({ meetId, first, now, problem }: Props) {
  const { t } = useTranslation(["connections", "common"]);
  const id = useId();
  const [choice, setChoice] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const choose = async () => {
    const found = problem();
    setError(found);
    if (found !== null) return;
    setBusy(true);
    const answer = await callApi(chooseSeries, { params: { meetId }, body: now });
    setBusy(false);
    if (answer.ok) setChoice(now);
    else setError(answer.message ?? t("connections:followUp.error.series"));
  };
  const end = async () => {
    setBusy(true);
    setError(null);
    const answer = await callApi(endSeries, { params: { meetId } });
    setBusy(false);
    if (answer.ok) setChoice(null);
    else setError(answer.message ?? t("connections:followUp.error.series"));
  };
  const nameOf = useLanguageName();
  const isOther = choice !== null && JSON.stringify(choice) !== JSON.stringify(now) && now.to.length > 0;
  return (
    <div aria-describedby={id}>
      <Checkbox
        label={t("connections:followUp.series.choose")}
        checked={choice !== null}
        disabled={isBusy}
        onChange={({ target: { checked } }) => void (checked ? choose() : end())}
      />
      <p className="note muted" id={id} role="status">
        {choice === null
          ? t("connections:followUp.series.off")
          : t(choice.withLink ? "connections:followUp.series.onLink" : "connections:followUp.series.on", {
              people: choice.to.join(", "),
              language: nameOf(choice.language, "inText"),
              minutes: FOLLOW_UP_GRACE_MS / MINUTE_MS,
            })}
      </p>
      {isOther && (
        <p>
          <Button disabled={isBusy} onClick={() => void choose()}>
            {t("connections:followUp.series.change")}
          </Button>
        </p>
      )}
      {error !== null && <FieldError>{error}</FieldError>}
    </div>
  );
}
