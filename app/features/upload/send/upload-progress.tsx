import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatPercent, formatRate, formatSize } from "#app/features/upload/form/format-size.ts";
import { goingOf, hasLanded, type UploadSubmitted } from "#app/features/upload/send/upload-flow.ts";
import {
  isStalled,
  percentSent,
  roughTime,
  timeLeftMs,
  type UploadMeter,
} from "#app/features/upload/send/upload-meter.ts";
import { Icon } from "#app/ui/icon.tsx";
import { NoteRoom } from "#app/ui/notice.tsx";
import { Progress } from "#app/ui/progress.tsx";

type UploadProgressProps = {
  state: UploadSubmitted;
  title: string;
  /** Date, language and template in one line. */
  details: string;
  /** Name of the recording, and of the transcript if there is one. */
  fileNames: readonly string[];
};

/** Interval of screen reader announcements in percent: often enough to show that the upload continues. */
const SPOKEN_STEP = 25;

/** §4: the progress while the file is sent: bytes, rate, time left. The bar shows only measured numbers. */
export function UploadProgress({ state, title, details, fileNames }: UploadProgressProps) {
  const { meter } = state;
  const { sound } = goingOf(state);
  const isChecking = hasLanded(state);
  const { t, i18n } = useTranslation("upload");
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => body.current?.focus(), []);
  const percent = percentSent(meter);
  const spoken = percent - (percent % SPOKEN_STEP);
  const name = (whole: number) => t("progress.percent", { percent: formatPercent(whole, i18n.language) });
  return (
    // The pressed button is gone, so the focus moves here, where keys have no effect.
    <div className="body outline-none" ref={body} tabIndex={-1}>
      <div className="stack">
        <p className="strong">{title}</p>
        <p className="note muted">{details}</p>
      </div>
      <div className="stack">
        <div className="row between">
          <span className="row note muted min-w-0">
            <Icon name="film" />
            <span className="cut" title={fileNames.join(", ")}>
              {fileNames.join(", ")}
            </span>
          </span>
          <span className="strong num shrink-0">
            {sound !== "none" && `${t(sound === "going" ? "progress.sound" : "progress.video")} `}
            {formatPercent(percent, i18n.language)}
          </span>
        </div>
        <Progress value={meter.sentBytes} max={meter.totalBytes} label={t("progress.label")} />
        {isChecking ? <Arrived meter={meter} /> : <Facts state={state} />}
      </div>
      <output className="sr">{isChecking ? t("progress.checking") : name(spoken)}</output>
      <Note state={state} />
    </div>
  );
}

/** The current note. Space for the longest note is reserved, so that the layout around it does not move. */
function Note({ state }: { state: UploadSubmitted }) {
  const { t } = useTranslation("upload");
  const note = noteOf(state);
  return (
    <NoteRoom small room={NOTES.map((one) => t(`progress.${one}`))}>
      <p className={PROMINENT_NOTES.has(note) ? undefined : "hint"} role="status">
        {t(`progress.${note}`)}
      </p>
    </NoteRoom>
  );
}

const PROMINENT_NOTES: ReadonlySet<string> = new Set(["soundIn", "down", "pausedNote"]);
const NOTES = ["keepOpen", "goesOn", "soundGoes", "soundIn", "down", "pausedNote", "arrived"] as const;

/** Selects the note: problems come first, then the progress of the sound, then general advice. */
function noteOf(state: UploadSubmitted): (typeof NOTES)[number] {
  if (hasLanded(state)) return "arrived";
  const { way, sound } = goingOf(state);
  if (way === "down") return "down";
  if (way === "paused") return "pausedNote";
  if (sound === "in") return "soundIn";
  if (sound === "going") return "soundGoes";
  return way === "whole" ? "keepOpen" : "goesOn";
}

/** Shown when all bytes have been sent: the current step instead of rate and time left. */
function Arrived({ meter }: { meter: UploadMeter }) {
  const { t, i18n } = useTranslation("upload");
  const total = formatSize(meter.totalBytes, i18n.language);
  return (
    <dl className="facts block__s">
      <div>
        <dt>{t("progress.sent")}</dt>
        <dd>{t("progress.sentOf", { sent: total, total })}</dd>
      </div>
      <div>
        <dt>{t("progress.now")}</dt>
        <dd>{t("progress.checking")}</dd>
      </div>
    </dl>
  );
}

function Facts({ state }: { state: UploadSubmitted }) {
  const { t, i18n } = useTranslation("upload");
  const { meter } = state;
  const { way } = goingOf(state);
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  const rate = state.name === "sending" && way !== "paused" ? meter.bytesPerSecond : null;
  return (
    <dl className="facts block__s">
      <div>
        <dt>{t("progress.sent")}</dt>
        <dd>{t("progress.sentOf", { sent: size(meter.sentBytes), total: size(meter.totalBytes) })}</dd>
      </div>
      <div>
        <dt>{t("progress.rate")}</dt>
        <dd>{rate === null ? t("progress.unknown") : formatRate(rate, i18n.language)}</dd>
      </div>
      <div>
        <dt>{t("progress.left")}</dt>
        <dd>{way === "paused" ? t("progress.unknown") : <TimeLeft meter={meter} />}</dd>
      </div>
    </dl>
  );
}

function TimeLeft({ meter }: { meter: UploadMeter }) {
  const { t, i18n } = useTranslation("upload");
  if (isStalled(meter)) return t("progress.stalled");
  const left = timeLeftMs(meter);
  if (left === null) return t("progress.unknown");
  const { unit, count } = roughTime(left);
  return t(`progress.${unit}`, { number: new Intl.NumberFormat(i18n.language).format(count) });
}
