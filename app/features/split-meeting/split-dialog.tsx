import { useEffect, useId, useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { readSplitPlan, splitMeeting, unsplitMeeting } from "#app/contracts/endpoints/splits.ts";
import type { SplitPlanShown } from "#app/contracts/splits.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { formatMoment } from "#app/domain/time.ts";
import { formatExactDuration } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { PartNote } from "#app/ui/part-note.tsx";
import { useToast } from "#app/ui/toast.tsx";

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
  const formId = useId();
  const { plan, refusal } = usePlan(meetId, atMs);
  const [written, setWritten] = useState<string | null>(null);
  const split = useSplit(meetId, onSplit);
  const title = written ?? (plan ? t("secondTitle", { title: plan.title }) : "");
  const problem = split.failure ?? refusal;
  return (
    <Dialog
      open
      title={t("title")}
      onClose={onClose}
      closable={!split.isBusy}
      footer={
        <>
          {!split.isBusy && (
            <Button kind="quiet" large onClick={onClose}>
              {t("common:action.cancel")}
            </Button>
          )}
          <Button kind="primary" large type="submit" form={formId} busy={split.isBusy} disabled={!plan}>
            {t(split.isBusy ? "pending" : "confirm")}
          </Button>
        </>
      }
    >
      <form
        className="body stack"
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (plan && !split.isBusy) void split.run(plan.atMs, title);
        }}
      >
        {!plan && refusal === null && <PartNote />}
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
            <Consequences hasRecording={plan.hasRecording} />
          </>
        )}
      </form>
    </Dialog>
  );
}

/** The moment, the line that begins there, and the lengths of both parts. */
function Cut({ plan }: { plan: SplitPlanShown }) {
  const { t } = useTranslation("split");
  const locale = useLocale();
  const { atMs, lengthMs, begins } = plan;
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
          first: formatExactDuration(atMs, locale),
          second: formatExactDuration(lengthMs - atMs, locale),
        })}
      </p>
    </div>
  );
}

function Consequences({ hasRecording }: { hasRecording: boolean }) {
  const { t } = useTranslation("split");
  return (
    <div className="field">
      <p className="strong">{t("will")}</p>
      {(["kept", "same", "minutes", "recording", "paid", "back"] as const)
        .filter((each) => each !== "recording" || hasRecording)
        .map((each) => (
          <p key={each} className="note">
            {t(each)}
          </p>
        ))}
    </div>
  );
}

function usePlan(meetId: string, atMs: number): { plan: SplitPlanShown | null; refusal: string | null } {
  const { t } = useTranslation("split");
  const [plan, setPlan] = useState<SplitPlanShown | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    const options = { params: { meetId }, query: { at: String(atMs) }, timeoutMs: ANSWER_MS_MAX, signal: leave.signal };
    const read = async () => {
      const end = await callApi(readSplitPlan, options);
      if (leave.signal.aborted) return;
      if (end.ok) setPlan(end.value);
      else setRefusal(refusalText(t, end));
    };
    void read();
    return () => leave.abort();
  }, [meetId, atMs, t]);
  return { plan, refusal };
}

type Words = ReturnType<typeof useTranslation<"split">>["t"];

function refusalText(t: Words, end: { code?: string | null; message?: string | null }): string {
  if (end.code === "meeting-busy") return t("error.busy");
  if (end.code === "not-ready") return t("error.notReady");
  return end.message ?? t("error.failed");
}

/** The split, and the toast with its way back. */
function useSplit(meetId: string, onSplit: SplitDialogProps["onSplit"]) {
  const { t } = useTranslation("split");
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const undo = async (second: string) => {
    const end = await callApi(unsplitMeeting, { params: { meetId: second } });
    if (!end.ok) return toast("error", end.message ?? t("error.joinFailed"));
    toast("done", t("undone"));
    onSplit(meetId);
  };
  const run = async (atMs: number, title: string) => {
    setBusy(true);
    setFailure(null);
    const end = await callApi(splitMeeting, { params: { meetId }, body: { atMs, title } });
    if (!end.ok) {
      setBusy(false);
      return setFailure(refusalText(t, end));
    }
    const { meetId: second } = end.value;
    toast("done", t("done"), { label: t("undo"), run: () => void undo(second) });
    onSplit(meetId);
  };
  return { isBusy, failure, run };
}
