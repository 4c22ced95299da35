import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { type Step } from "#app/features/meeting/document/build-steps.ts";
import { measureProgress } from "#app/features/meeting/document/measure-progress.ts";
import { explainEnd, happenedKey } from "#app/i18n/explain-end.ts";
import { formatExactDuration } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { Progress } from "#app/ui/progress.tsx";

/** Progress and total size of the model that the engine downloads first. */
function modelDownload({ status, speechDownload }: MeetingHead) {
  if (status !== "TRANSCRIBING" || !speechDownload) return null;
  return { percent: speechDownload.percent, megabytes: Math.round(speechDownload.totalBytes / 1_000_000) };
}

/** Written parts of a summary that is written part by part. */
function writtenParts({ status, summaryParts }: MeetingHead) {
  return status === "LLMING" && summaryParts ? summaryParts : null;
}

/** The progress bar of a step, shown when progress is measured. */
export function StepProgress({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("progress");
  const download = modelDownload(head);
  if (download) return <Progress value={download.percent} max={100} label={t("steps.fact.speechModel", download)} />;
  const parts = writtenParts(head);
  if (parts) return <Progress value={parts.done} max={parts.total} label={t("steps.fact.summaryParts", parts)} />;
  const progress = measureProgress(head);
  if (!progress) return null;
  return <Progress value={progress.percent} max={100} label={t("steps.fact.transcribed", progress)} />;
}

/** The second line of a step, shown when there is a fact to show. */
export function StepFact({ step, head }: { step: Step; head: MeetingHead }) {
  const { t } = useTranslation("progress");
  const locale = useLocale();
  const fact = readFact();
  return fact === null ? null : <p className="step__fact num">{fact}</p>;

  function readFact(): string | null {
    switch (step.kind) {
      case "bad":
      case "skipped":
        return t(happenedKey(explainEnd({ ...head, status: step.status, reason: step.reason }, false).reason));
      case "next":
        return step.status === "LLMING" ? t("steps.fact.summaryNext") : null;
      case "done":
        return doneFact();
      case "now":
        return nowFact();
    }
  }

  function doneFact(): string | null {
    if (step.status === "RECORDED" && head.durationMs !== null) return formatExactDuration(head.durationMs, locale);
    if (step.status === "TRANSCRIBING") return sourceFact();
    return null;
  }

  /** Names the source of a transcript that did not come from speech recognition. */
  function sourceFact(): string | null {
    if (head.transcriptSource === null || head.transcriptSource === "speech") return null;
    return t(`steps.fact.${head.transcriptSource}`);
  }

  function nowFact(): string | null {
    if (step.status === "TORECORD") return t("steps.fact.waiting");
    const parts = writtenParts(head);
    if (step.status === "LLMING") return parts ? t("steps.fact.summaryParts", parts) : t("steps.fact.summaryNow");
    if (step.status !== "TRANSCRIBING") return null;
    const source = sourceFact();
    if (source !== null) return source;
    const download = modelDownload(head);
    if (download) return t("steps.fact.speechModel", download);
    const { speech } = head;
    const measured = measureProgress(head);
    const first = measured ? transcribedFact(measured) : null;
    const notes = [
      speech && speech.ahead > 0 ? t("steps.fact.ahead", { count: speech.ahead }) : "",
      speech && speech.instead !== null ? t("steps.fact.smallerModel") : "",
    ].filter((note) => note !== "");
    if (notes.length === 0) return first ?? t("steps.fact.preparing");
    return [first === null ? t("steps.fact.preparing") : `${first}.`, ...notes].join(" ");
  }

  function transcribedFact(progress: NonNullable<ReturnType<typeof measureProgress>>): string {
    const left = minutesLeft(head);
    if (left === null) return t("steps.fact.transcribed", progress);
    return t("steps.fact.transcribedLeft", { ...progress, count: left });
  }
}

/**
 * As the engine measured its own speed on this machine. Null before it did, and while other recordings go first: their length is not known here.
 */
export function minutesLeft({
  speech,
  wantedMs,
  recognisedMs,
}: Pick<MeetingHead, "speech" | "wantedMs" | "recognisedMs">): number | null {
  if (!speech || speech.pace === null || speech.ahead > 0) return null;
  return Math.max(1, Math.ceil(((wantedMs - recognisedMs) * speech.pace) / 60_000));
}
