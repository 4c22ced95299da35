import { type RefObject, useId } from "react";
import { useTranslation } from "react-i18next";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits.ts";
import type { ChosenTranscript } from "#app/features/upload/chosen-transcript.ts";
import { FieldMessage } from "#app/features/upload/field-message.tsx";
import { formatSize } from "#app/features/upload/format-size.ts";
import type { TranscriptChoice } from "#app/features/upload/use-transcript.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

const RING = "peer-focus-visible:outline-2 peer-focus-visible:outline-proof peer-focus-visible:outline-offset-1";

/** The transcript that may go with the recording: one line, as long as nobody wants it. The native input stays the control. */
export function TranscriptField({
  choice,
  inputRef,
}: {
  choice: TranscriptChoice;
  inputRef: RefObject<HTMLInputElement>;
}) {
  const { transcript, choose, remove } = choice;
  const { t, i18n } = useTranslation("upload");
  const [inputId, noteId] = [useId(), useId()];
  const onRemove = () => {
    remove();
    inputRef.current?.focus();
  };
  const isRefused = transcript.name === "refused";
  return (
    <div className="field full">
      <label className="label" htmlFor={inputId}>
        {t("field.transcript")}
      </label>
      <div className="relative">
        <input
          ref={inputRef}
          className="sr peer"
          id={inputId}
          type="file"
          accept=".vtt,.srt"
          aria-describedby={noteId}
          aria-invalid={isRefused || undefined}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) choose(file);
            // The same file again is a choice too, after it was refused or removed.
            event.target.value = "";
          }}
        />
        <div className={`file ${RING}`}>
          <Icon name="list" size="l" className="muted" />
          <TranscriptName transcript={transcript} />
          <div className="row">
            {(transcript.name === "none" || isRefused) && (
              <label className={buttonClass("line")} htmlFor={inputId}>
                {t(isRefused ? "file.chooseAnother" : "transcript.choose")}
              </label>
            )}
            {transcript.name !== "none" && (
              <Button
                kind="quiet"
                icon
                aria-label={t("file.remove", { name: transcript.file.name })}
                onClick={onRemove}
              >
                <Icon name="close" />
              </Button>
            )}
          </div>
        </div>
      </div>
      <div id={noteId}>
        {isRefused ? (
          <FieldMessage id={`${noteId}-e`}>
            {t(`refusal.${transcript.reason}`, { transcriptLimit: formatSize(TRANSCRIPT_BYTES_MAX, i18n.language) })}
          </FieldMessage>
        ) : (
          <p className="hint">{t("transcript.explain")}</p>
        )}
      </div>
    </div>
  );
}

function TranscriptName({ transcript }: { transcript: ChosenTranscript }) {
  const { t, i18n } = useTranslation("upload");
  if (transcript.name === "none") return <p className="note muted">{t("transcript.none")}</p>;
  const { file } = transcript;
  return (
    <div>
      <p className="cut strong" title={file.name}>
        {file.name}
      </p>
      <p className="note muted num">
        {transcript.name === "reading" ? t("transcript.reading") : formatSize(file.size, i18n.language)}
      </p>
    </div>
  );
}
