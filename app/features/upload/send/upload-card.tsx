import { Link } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { FileName } from "#app/features/upload/form/file-name.tsx";
import { formatPercent, formatRate, formatSize } from "#app/features/upload/form/format-size.ts";
import { goingOf, hasLanded, type UploadSubmitted } from "#app/features/upload/send/upload-flow.ts";
import {
  isStalled,
  percentSent,
  roughTime,
  timeLeftMs,
  type UploadMeter,
} from "#app/features/upload/send/upload-meter.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { NoteRoom } from "#app/ui/notice.tsx";
import { Progress, Spinner } from "#app/ui/progress.tsx";

type UploadCardProps = {
  state: UploadSubmitted;
  title: string;
  /** Name of the recording, and of the transcript if there is one. */
  fileNames: readonly string[];
  /** Only a file in parts can be paused. */
  isInParts: boolean;
  onSmall: () => void;
  onPause: () => void;
  onGoOn: () => void;
  onCancel: () => void;
};

/** Interval of screen reader announcements in percent: often enough to show that the upload continues. */
const SPOKEN_STEP = 25;

/**
 * §4: the dialog while the files are sent: small, and the page behind it stays usable. One bar for all files; it shows only
 * measured numbers.
 */
export function UploadCard(props: UploadCardProps) {
  const { state, title, fileNames, isInParts, onSmall } = props;
  const { meter } = state;
  const { sound } = goingOf(state);
  const isChecking = hasLanded(state);
  const { t, i18n } = useTranslation("upload");
  const titleId = useId();
  const card = useRef<HTMLDialogElement>(null);
  // The pressed button is gone, so the focus moves here, where keys have no effect.
  useEffect(() => card.current?.focus(), []);
  const percent = percentSent(meter);
  const spoken = percent - (percent % SPOKEN_STEP);
  const size = (bytes: number) => formatSize(bytes, i18n.language);
  return (
    <dialog open className="sending outline-none" ref={card} tabIndex={-1} aria-labelledby={titleId}>
      {/* No header and footer: outside of a modal dialog they would count as the page's own. */}
      <div className="sending__head">
        <h2 id={titleId}>{title}</h2>
        <Button kind="quiet" icon aria-label={t("progress.small")} onClick={onSmall}>
          <Icon name="down" />
        </Button>
      </div>
      <Progress value={meter.sentBytes} max={meter.totalBytes} label={t("progress.label")} />
      <div className="row between note num">
        <span>
          <b className="strong">
            {sound !== "none" && `${t(sound === "going" ? "progress.sound" : "progress.video")} `}
            {formatPercent(percent, i18n.language)}
          </b>{" "}
          <span className="muted">
            {t("progress.sentOf", { sent: size(meter.sentBytes), total: size(meter.totalBytes) })}
          </span>
        </span>
      </div>
      <p className="row between note muted num">
        {isChecking ? <span>{t("progress.checking")}</span> : <TimeAndRate state={state} />}
      </p>
      <ul>
        {fileNames.map((name, index) => (
          <li key={name}>
            <Icon name={index === 0 ? "film" : "list"} />
            <FileName name={name} />
          </li>
        ))}
      </ul>
      <output className="sr">
        {isChecking ? t("progress.checking") : t("progress.percent", { percent: formatPercent(spoken, i18n.language) })}
      </output>
      <Note state={state} isInParts={isInParts} />
      <SendingActions {...props} />
    </dialog>
  );
}

function TimeAndRate({ state }: { state: UploadSubmitted }) {
  const { t, i18n } = useTranslation("upload");
  const { meter } = state;
  const isPaused = goingOf(state).way === "paused";
  const rate = state.name === "sending" && !isPaused ? meter.bytesPerSecond : null;
  return (
    <>
      <span>{isPaused ? t("progress.paused") : <TimeLeft meter={meter} />}</span>
      <span>{rate !== null && !isStalled(meter) && formatRate(rate, i18n.language)}</span>
    </>
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

/** The current note. Space for the longest note is reserved, so that the layout around it does not move. */
function Note({ state, isInParts }: { state: UploadSubmitted; isInParts: boolean }) {
  const { t } = useTranslation("upload");
  const note = noteOf(state);
  const room = isInParts ? NOTES : NOTES_WHOLE;
  return (
    <NoteRoom small room={room.map((one) => t(`progress.${one}`))}>
      <p className={PROMINENT_NOTES.has(note) ? undefined : "hint"} role="status">
        {t(`progress.${note}`)}
      </p>
    </NoteRoom>
  );
}

const PROMINENT_NOTES: ReadonlySet<string> = new Set(["soundIn", "down", "pausedNote"]);
const NOTES = ["keepOpen", "goesOn", "soundGoes", "soundIn", "down", "pausedNote", "arrived"] as const;
const NOTES_WHOLE = ["keepOpen", "arrived"] as const;

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

function SendingActions({ state, isInParts, onPause, onGoOn, onCancel }: UploadCardProps) {
  const { way, sound } = goingOf(state);
  const isPaused = way === "paused";
  const isChecking = hasLanded(state);
  const { t } = useTranslation("upload");
  return (
    // With three buttons the last one has a row of its own for each of its texts, so that nothing above them moves.
    <div className={isInParts ? "sending__do sending__do--three" : "sending__do"}>
      {isInParts && (
        // The button keeps its space before and after the bytes are sent.
        <Button kind="line" disabled={way === "whole"} onClick={isPaused ? onGoOn : onPause}>
          {t(isPaused ? "progress.goOn" : "progress.pause")}
        </Button>
      )}
      <Button kind="quiet" onClick={onCancel} disabled={isChecking}>
        {t("progress.cancel")}
      </Button>
      {state.name === "sending" && sound === "in" ? (
        // The user can open the meeting while its video is still being sent.
        <Link className={buttonClass("primary")} to={`/${state.meetId}`} replace>
          {t("progress.toMeeting")}
        </Link>
      ) : (
        <Button kind="primary" disabled>
          {!isPaused && <Spinner />}
          <span className="cap">{t(labelOf(isChecking, isPaused))}</span>
        </Button>
      )}
    </div>
  );
}

function labelOf(isChecking: boolean, isPaused: boolean) {
  if (isChecking) return "progress.checkingShort";
  return isPaused ? "progress.paused" : "progress.uploading";
}
