import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { changeVisibility, readVisibility } from "#app/contracts/endpoints/teams.ts";
import type { VisibilityAnswer } from "#app/contracts/teams.ts";
import { VisibilityForm } from "#app/features/minutes/visibility-form.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** Null: it cannot be told. */
export async function readVisibleTo(meetId: string): Promise<VisibilityAnswer | null> {
  const result = await callApi(readVisibility, { params: { meetId }, unasked: true });
  return result.ok ? result.value : null;
}

/** The people who can open the meeting when they are signed in, beside the link that anybody can open. */
export function VisibleTo({ meetId, answer }: { meetId: string; answer: VisibilityAnswer | null }) {
  const { t } = useTranslation(["team", "common"]);
  const headingId = useId();
  return (
    <section className="stack visible-to" aria-labelledby={headingId}>
      <h3 className="label" id={headingId}>
        {t("visibility.heading")}
      </h3>
      <p className="note muted">{t("visibility.lead")}</p>
      {answer === null ? (
        <Notice role="alert">{t("common:error.loadingData")}</Notice>
      ) : (
        <VisibilityForm
          answer={answer}
          legend={t("visibility.heading")}
          save={(body) => callApi(changeVisibility, { params: { meetId }, body })}
        />
      )}
    </section>
  );
}
