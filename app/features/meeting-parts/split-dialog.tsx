import { useEffect, useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import { readSplitPlan, splitMeeting, unsplitMeeting } from "#app/contracts/endpoints/splits.ts";
import type { SplitPlanShown } from "#app/contracts/splits.ts";
import { SPLIT_EDGE_MS_MIN } from "#app/domain/limits/minutes.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { formatMoment } from "#app/domain/time.ts";
import { Consequences, useChangeOfParts } from "#app/features/meeting-parts/change-parts.tsx";
import { formatExactDuration } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Field, FieldError } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { PartNote } from "#app/ui/part-note.tsx";

export type SplitDialogProps = {
  meetId: string;
  /** The moment that was chosen, in ms of the meeting. */
  atMs: number;
  onClose: () => void;
  /** It is two meetings now, or one again: the page of this one shows it. */
  onSplit: (meetId: string) => void;
};

/** One recording of two meetings: where the second one begins, its title, and what happens then. */
export function SplitDialog({ meetId, atMs, onClose, onSplit }: SplitDialogProps) {
  const { t } = useTranslation(["split", "common"]);
  const { isBusy, failure, said, run } = useChangeOfParts("split");
  const read = usePlan(meetId, atMs);
  const plan = read?.ok ? read.value : null;
  const [written, setWritten] = useState<string | null>(null);
  const title = written ?? (plan ? t("secondTitle", { title: plan.title }) : "");
  const problem = failure ?? (read && !read.ok ? said(read) : null);
  const split = ({ atMs: from }: SplitPlanShown) =>
    run({
      make: () => callApi(splitMeeting, { params: { meetId }, body: { atMs: from, title } }),
      undo: (second) => callApi(unsplitMeeting, { params: second }),
      undoFailed: t("error.joinFailed"),
      onChanged: () => onSplit(meetId),
    });
  return (
    <FormDialog
      texts={{ title: t("title"), confirm: t(isBusy ? "pending" : "confirm"), cancel: t("common:action.cancel") }}
      busy={isBusy}
      disabled={!plan}
      onClose={onClose}
      onSubmit={() => plan && void split(plan)}
    >
      {read === null && <PartNote room={atMs < SPLIT_EDGE_MS_MIN ? "0" : PLAN_ROOM} />}
      {problem !== null && <FieldError>{problem}</FieldError>}
      {plan && (
        <>
          <Cut plan={plan} />
          <Field label={t("second")}>
            {(wiring) => (
              <input
                {...wiring}
                className="input"
                required
                maxLength={MEETING_TITLE_CHARS_MAX}
                value={title}
                onChange={({ target }) => setWritten(target.value)}
              />
            )}
          </Field>
          <Consequences
            title={t("will")}
            lines={[
              t("kept"),
              t("same"),
              t("minutes"),
              ...(plan.hasRecording ? [t("recording")] : []),
              t("paid"),
              t("back"),
            ]}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The height of the plan: its lines are longer in a wide window. */
const PLAN_ROOM = "clamp(29rem, 64rem - 100vw, 35rem)";

/** The moment, the line that begins there, and the lengths of both parts. */
function Cut({ plan }: { plan: SplitPlanShown }) {
  const { t } = useTranslation("split");
  const locale = useLocale();
  const { atMs, lengthMs, begins } = plan;
  // The moment is shown in whole seconds, and the first part is as long as it says.
  const firstMs = Math.floor(atMs / SECOND_MS) * SECOND_MS;
  return (
    <div className="field">
      <p className="strong">{t("at", { at: formatMoment(atMs) })}</p>
      <p className="reading">
        {begins === null ? (
          t("nothingSaid")
        ) : (
          <>
            {begins.speaker !== null && <b>{begins.speaker}: </b>}
            {begins.text}
          </>
        )}
      </p>
      <p className="note muted">
        {t("lengths", {
          first: formatExactDuration(firstMs, locale),
          second: formatExactDuration(lengthMs - firstMs, locale),
        })}
      </p>
    </div>
  );
}

/** Null while it is being read. */
function usePlan(meetId: string, atMs: number): CallResult<SplitPlanShown> | null {
  const [plan, setPlan] = useState<CallResult<SplitPlanShown> | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    const options = { params: { meetId }, query: { at: String(atMs) }, timeoutMs: ANSWER_MS_MAX, signal: leave.signal };
    const read = async () => {
      const end = await callApi(readSplitPlan, options);
      if (!leave.signal.aborted) setPlan(end);
    };
    void read();
    return () => leave.abort();
  }, [meetId, atMs]);
  return plan;
}
