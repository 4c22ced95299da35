import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { isCallReason, isEndedBadly } from "#app/domain/meeting/status.ts";
import { StepProgress } from "#app/features/meeting/document/step-fact.tsx";
import { formatExactDuration } from "#app/i18n/format.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { type BadgeKind, Dot } from "#app/ui/badge.tsx";

/** A line of a call's timeline, by the name of its words. */
export const CALL_STEPS = [
  "planned",
  "opening",
  "opened",
  "waiting",
  "hostAbsent",
  "letIn",
  "recording",
  "stopping",
  "stopped",
  "transcribing",
  "summary",
  "ended",
] as const;
export type CallStepName = (typeof CALL_STEPS)[number];

type CallStep = {
  name: CallStepName;
  kind: "done" | "now" | "next" | "bad";
  /** Start of the step; null for a future step, or when no start was recorded. */
  at: number | null;
};

const GLYPHS = { done: "done", next: "recorded", bad: "rejected" } as const satisfies Record<string, BadgeKind>;

function stepGlyph({ name, kind }: CallStep): BadgeKind {
  if (kind !== "now") return GLYPHS[kind];
  if (name === "recording") return "recording";
  return name === "waiting" || name === "hostAbsent" || name === "opening" ? "preparing" : "transcribing";
}

/**
 * The steps of a call, built from the meeting's log and the call object's reports. A step is shown as done only if one of
 * the two says so.
 */
export function buildCallSteps({
  status,
  call,
  timeline,
}: Pick<MeetingHead, "status" | "call" | "timeline">): CallStep[] {
  if (!call) return [];
  const began = (name: string) => timeline.findLast((entry) => entry.status === name)?.at ?? null;
  const steps: CallStep[] = [];
  const add = (name: CallStepName, kind: CallStep["kind"], at: number | null) => steps.push({ name, kind, at });

  const planned = began("SCHEDULE");
  if (planned !== null) add("planned", status === "SCHEDULE" ? "now" : "done", planned);
  const opened = began("TORECORD");
  const isInLobby = status === "TORECORD";
  const isOpening = isInLobby && (call.lobbyState === null || call.lobbyState === "connecting");
  if (opened !== null) add(isOpening ? "opening" : "opened", isOpening ? "now" : "done", opened);
  else if (status === "SCHEDULE") add("opened", "next", null);
  if (isInLobby && call.lobbyState === "waiting") add("waiting", "now", call.lobbySince);
  if (isInLobby && call.lobbyState === "host-absent") add("hostAbsent", "now", call.lobbySince);

  if (isEndedBadly(status)) {
    const end = timeline.at(-1);
    if (end) add("ended", "bad", end.at);
    return steps;
  }
  if (call.recordingSince !== null)
    add("recording", call.stopping || call.stoppedAt ? "done" : "now", call.recordingSince);
  else add("recording", "next", null);
  if (call.stoppedAt !== null) add("stopped", "done", call.stoppedAt);
  else if (call.stopping) add("stopping", "now", null);
  const isSummarising = status === "LLMING" || status === "TRANSCRIPTED";
  if (call.stoppedAt !== null)
    add("transcribing", isSummarising ? "done" : "now", began("TRANSCRIBING") ?? call.stoppedAt);
  add("summary", isSummarising ? "now" : "next", isSummarising ? began("LLMING") : null);
  return steps;
}

/** The call's log with clock times: what happened, what is now, what comes. */
export function CallLog({ head, within = false }: { head: MeetingHead; within?: boolean }) {
  const { t } = useTranslation("call");
  return (
    <ol className={within ? "steps steps--in" : "steps"}>
      {buildCallSteps(head).map((step) => (
        <li key={step.name} className={`step is-${step.kind}`} aria-current={step.kind === "now" ? "step" : undefined}>
          <span className="step__at">{step.at !== null && <LocalTime at={step.at} format="clock" />}</span>
          <Dot kind={stepGlyph(step)} />
          <span className="step__what">{t(`steps.${step.name}`)}</span>
          <span className="step__took" />
          {step.kind === "now" && step.name === "transcribing" && <StepProgress head={head} />}
          <StepNote step={step} head={head} />
        </li>
      ))}
    </ol>
  );
}

function StepNote({ step, head }: { step: CallStep; head: MeetingHead }) {
  const { t } = useTranslation("call");
  const locale = useLocale();
  const note = read();
  return note === null ? null : <p className="step__fact num">{note}</p>;

  function read(): string | null {
    const { call, durationMs, reason } = head;
    if (!call) return null;
    if (step.name === "opening" || step.name === "opened") return t(`platform.${call.platform}`);
    if (step.name === "recording") return step.kind === "next" ? t("note.announces") : null;
    if (step.name === "stopping") return t("note.stopping");
    if (step.name === "stopped") {
      const why = t(`end.${call.end ?? "stopped"}`);
      return durationMs === null ? why : t("note.stopped", { why, length: formatExactDuration(durationMs, locale) });
    }
    if (step.name === "transcribing") return step.kind === "now" ? t("note.lastWords") : null;
    if (step.name === "summary" && step.kind === "next") return t("note.summaryNext");
    if (step.name === "ended" && isCallReason(reason)) return t(`ended.${reason}`);
    return null;
  }
}
