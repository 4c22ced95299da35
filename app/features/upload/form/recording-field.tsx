import { type RefObject, useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { OTHER_KINDS } from "#app/domain/recording-kind.ts";
import { OTHER_NAMES, type Recording, ZONE_ACCEPT } from "#app/features/upload/form/chosen-file.ts";
import type { ChosenTranscript } from "#app/features/upload/form/chosen-transcript.ts";
import { ChosenFiles, RefusalText } from "#app/features/upload/form/chosen-files.tsx";
import { formatSize } from "#app/features/upload/form/format-size.ts";
import { nameCue } from "#app/i18n/name-cue.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { FieldMessage } from "#app/ui/field.tsx";
import { filesOf, useDropAnywhere } from "#app/ui/use-drop-anywhere.ts";

type RecordingFieldProps = {
  recording: Recording;
  transcript: ChosenTranscript;
  onFiles: (files: readonly File[]) => void;
  onRemove: (what: "recording" | "transcript") => void;
  /** Whether the form was submitted without a recording: the field then says what is missing. */
  isAskedFor: boolean;
  inputRef: RefObject<HTMLInputElement>;
};

/**
 * The one drop zone: the recording, of each kind that Acta reads, and the transcript beside it. The native file input stays the
 * control in every state, so that everything that can be dropped can be chosen by keyboard.
 */
export function RecordingField(props: RecordingFieldProps) {
  const { recording, transcript, onFiles, onRemove, isAskedFor, inputRef } = props;
  const { t } = useTranslation("upload");
  const [inputId, noteId] = [useId(), useId()];
  const isOver = useDropAnywhere(onFiles, filesOf);
  const isEmpty = recording.name === "none" && transcript.name === "none";
  const isRefused = recording.name === "refused" || transcript.name === "refused";
  const over = isOver ? "border-ink border-solid bg-paper-sunk" : "";
  const remove = (what: "recording" | "transcript") => {
    onRemove(what);
    inputRef.current?.focus();
  };
  return (
    <div className="field full">
      <label className="label" htmlFor={inputId}>
        {t("field.recording")}
      </label>
      <div className="relative">
        <input
          ref={(input) => {
            // The dialog looks for the attribute, which React leaves out, when it decides where the focus begins.
            input?.setAttribute("autofocus", "");
            (inputRef as { current: HTMLInputElement | null }).current = input;
          }}
          className="sr peer"
          id={inputId}
          type="file"
          multiple
          accept={ZONE_ACCEPT}
          aria-describedby={noteId}
          aria-invalid={isRefused || undefined}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            // The same file again is a choice too, after it was refused or removed.
            event.target.value = "";
          }}
        />
        {isEmpty ? (
          <div className={`drop ${over} peer-ring`}>
            <label className={buttonClass("line")} htmlFor={inputId}>
              {t("file.choose")}
            </label>
            <p className="note muted">{t("file.orDrop")}</p>
          </div>
        ) : (
          <div className={`drop drop--files ${isRefused ? "drop--bad" : ""} ${over} peer-ring`}>
            <ChosenFiles recording={recording} transcript={transcript} onRemove={remove} />
            <p className="drop__more note muted">
              {t("file.more")} <label htmlFor={inputId}>{t("file.moreChoose")}</label>
            </p>
          </div>
        )}
      </div>
      <div className="stack" id={noteId}>
        {recording.name === "refused" && (
          <FieldMessage id={`${noteId}-r`}>
            <RefusalText files={recording.files} reason={recording.reason} />
          </FieldMessage>
        )}
        {transcript.name === "refused" && (
          <FieldMessage id={`${noteId}-t`}>
            <TranscriptRefusal transcript={transcript} />
          </FieldMessage>
        )}
        {recording.name === "none" && <Fits isAskedFor={isAskedFor} />}
      </div>
    </div>
  );
}

/** The accepted files: first the specification's rule, then the other kinds and the transcript. */
function Fits({ isAskedFor }: { isAskedFor: boolean }) {
  const { t, i18n } = useTranslation("upload");
  const list = new Intl.ListFormat(i18n.language, { type: "disjunction" });
  const kinds = list.format(OTHER_KINDS.map((kind) => OTHER_NAMES[kind]));
  return (
    <p className="hint" role={isAskedFor ? "status" : undefined}>
      {isAskedFor && <span className="strong ink">{t("file.chooseFirst")} </span>}
      {t("file.fits", { limit: formatSize(UPLOAD_BYTES_MAX, i18n.language) })} {t("file.fitsOther", { kinds })}
    </p>
  );
}

function TranscriptRefusal({ transcript }: { transcript: Extract<ChosenTranscript, { name: "refused" }> }) {
  const { t, i18n } = useTranslation("upload");
  const transcriptLimit = formatSize(TRANSCRIPT_BYTES_MAX, i18n.language);
  return t(`refusal.${transcript.reason}`, { transcriptLimit, ...nameCue(transcript.cue, i18n.language) });
}
