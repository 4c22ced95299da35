import { type RefObject, useId } from "react";
import { useTranslation } from "react-i18next";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import type { ChosenTranscript } from "#app/features/upload/form/chosen-transcript.ts";
import { formatSize } from "#app/features/upload/form/format-size.ts";
import type { TranscriptChoice } from "#app/features/upload/form/use-transcript.ts";
import { nameCue } from "#app/i18n/name-cue.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { FieldMessage } from "#app/ui/field.tsx";
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
  const { t } = useTranslation("upload");
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
          aria-describedby={transcript.name === "none" || isRefused ? noteId : undefined}
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
          {transcript.name === "none" ? (
            <p className="note muted" id={noteId}>
              {t("transcript.explain")}
            </p>
          ) : (
            <TranscriptName transcript={transcript} />
          )}
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
      {isRefused && (
        <FieldMessage id={noteId}>
          <WhyRefused transcript={transcript} />
        </FieldMessage>
      )}
    </div>
  );
}

function WhyRefused({ transcript }: { transcript: Extract<ChosenTranscript, { name: "refused" }> }) {
  const { t, i18n } = useTranslation("upload");
  const transcriptLimit = formatSize(TRANSCRIPT_BYTES_MAX, i18n.language);
  return t(`refusal.${transcript.reason}`, { transcriptLimit, ...nameCue(transcript.cue, i18n.language) });
}

function TranscriptName({ transcript }: { transcript: Exclude<ChosenTranscript, { name: "none" }> }) {
  const { t, i18n } = useTranslation("upload");
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
