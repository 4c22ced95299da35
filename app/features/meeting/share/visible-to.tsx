import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/contracts/call-api.ts";
import { changeVisibility, readVisibility } from "#app/contracts/endpoints/teams.ts";
import type { VisibilityAnswer } from "#app/contracts/teams.ts";
import { VisibilityForm } from "#app/features/minutes/visibility-form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Spinner } from "#app/ui/progress.tsx";

/** The people who can open the meeting when they are signed in, beside the link that anybody can open. */
export function VisibleTo({ meetId }: { meetId: string }) {
  const { t } = useTranslation("team");
  const headingId = useId();
  const [answer, setAnswer] = useState<VisibilityAnswer | "failed" | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    const read = async () => {
      const result = await callApi(readVisibility, { params: { meetId }, signal: leave.signal, unasked: true });
      if (!leave.signal.aborted) setAnswer(result.ok ? result.value : "failed");
    };
    void read();
    return () => leave.abort();
  }, [meetId]);
  return (
    <section className="stack visible-to" aria-labelledby={headingId}>
      <h3 className="label" id={headingId}>
        {t("visibility.heading")}
      </h3>
      <p className="note muted">{t("visibility.lead")}</p>
      {answer === null && (
        <p className="row muted" role="status">
          <Spinner /> {t("loading")}
        </p>
      )}
      {answer === "failed" && <Notice role="alert">{t("visibility.failed")}</Notice>}
      {answer !== null && answer !== "failed" && (
        <VisibilityForm
          answer={answer}
          legend={t("visibility.heading")}
          save={(body) => callApi(changeVisibility, { params: { meetId }, body })}
        />
      )}
    </section>
  );
}
