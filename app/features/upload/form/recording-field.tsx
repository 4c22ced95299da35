import { type RefObject, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { UPLOAD_BYTES_MAX, UPLOAD_CONTENT_TYPE } from "#app/domain/limits/uploads.ts";
import type { Recording } from "#app/features/upload/form/chosen-file.ts";
import { formatSize } from "#app/features/upload/form/format-size.ts";
import { kindOfFile } from "#app/features/upload/form/other-kind.ts";
import { RecordingZone, RefusalText } from "#app/features/upload/form/recording-zone.tsx";
import { FieldMessage } from "#app/ui/field.tsx";

type RecordingFieldProps = {
  recording: Recording;
  onFiles: (files: readonly File[]) => void;
  onRemove: () => void;
  /** False while something is under way: what is dropped then is nobody's. */
  isEnabled: boolean;
  /** Somebody asked to send without a file: say what is missing, gently. */
  isAskedFor: boolean;
  inputRef: RefObject<HTMLInputElement>;
};

/** The drop zone. The native file input stays the control in every state: what can be dropped can be typed. */
export function RecordingField(props: RecordingFieldProps) {
  const { recording, onFiles, onRemove, isEnabled, isAskedFor, inputRef } = props;
  const { t, i18n } = useTranslation("upload");
  const [inputId, labelId, noteId] = [useId(), useId(), useId()];
  const isOver = useDropAnywhere(onFiles, isEnabled);
  const isOther = recording.name === "chosen" && kindOfFile(recording.file) !== "mp4";
  const remove = () => {
    onRemove();
    inputRef.current?.focus();
  };
  return (
    <div className="field full">
      <label className="label" id={labelId} htmlFor={inputId}>
        {t("field.recording")}
      </label>
      <div className="relative">
        <input
          ref={inputRef}
          className="sr peer"
          id={inputId}
          type="file"
          accept={UPLOAD_CONTENT_TYPE}
          aria-describedby={noteId}
          aria-invalid={recording.name === "refused" || undefined}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            // The same file again is a choice too, after it was refused or removed.
            event.target.value = "";
          }}
        />
        <RecordingZone recording={recording} inputId={inputId} isOver={isOver} onRemove={remove} />
      </div>
      <div id={noteId}>
        {recording.name === "refused" ? (
          <FieldMessage id={`${noteId}-e`}>
            <RefusalText files={recording.files} reason={recording.reason} />
          </FieldMessage>
        ) : (
          <p className="hint" role={isAskedFor ? "status" : undefined}>
            {isAskedFor && recording.name === "none" ? (
              <span className="strong ink">{t("file.chooseFirst")}</span>
            ) : (
              !isOther && t("file.fits", { limit: formatSize(UPLOAD_BYTES_MAX, i18n.language) })
            )}
          </p>
        )}
      </div>
    </div>
  );
}

/** A file dropped beside the zone is meant for it; the browser would leave the page and open it. */
function useDropAnywhere(onFiles: (files: readonly File[]) => void, isEnabled: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(isEnabled);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(false);
      if (isEnabled) onFiles([...event.dataTransfer.files]);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, [onFiles, isEnabled]);
  return isOver;
}
