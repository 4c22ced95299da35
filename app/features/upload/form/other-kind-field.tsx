import { type RefObject, useId } from "react";
import { useTranslation } from "react-i18next";
import { assertNever } from "#app/domain/invariant.ts";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { OTHER_KINDS } from "#app/domain/recording-kind.ts";
import { extensionOf, type Recording } from "#app/features/upload/form/chosen-file.ts";
import { formatApart, formatSize } from "#app/features/upload/form/format-size.ts";
import { OTHER_ACCEPT, OTHER_NAMES } from "#app/features/upload/form/other-kind.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { FieldMessage } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

const RING = "peer-focus-visible:outline-2 peer-focus-visible:outline-proof peer-focus-visible:outline-offset-1";

type OtherKindFieldProps = {
  recording: Recording;
  onFiles: (files: readonly File[]) => void;
  inputRef: RefObject<HTMLInputElement>;
};

/** Beside the specification's MP4, a choice of its own: a recording of another kind. Gone while a recording is chosen. */
export function OtherKindField({ recording, onFiles, inputRef }: OtherKindFieldProps) {
  const { t, i18n } = useTranslation("upload");
  const [inputId, noteId] = [useId(), useId()];
  if (recording.name === "chosen") return null;
  const isRefused = recording.name === "refused-other";
  const list = new Intl.ListFormat(i18n.language, { type: "disjunction" });
  const kinds = list.format(OTHER_KINDS.map((kind) => OTHER_NAMES[kind]));
  return (
    <div className="field full">
      <label className="label" htmlFor={inputId}>
        {t("other.label")}
      </label>
      <div className="relative">
        <input
          ref={inputRef}
          className="sr peer"
          id={inputId}
          type="file"
          accept={OTHER_ACCEPT}
          aria-describedby={isRefused ? `${noteId} ${noteId}-e` : noteId}
          aria-invalid={isRefused || undefined}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            // The same file again is a choice too, after it was refused or removed.
            event.target.value = "";
          }}
        />
        <div className={`file ${RING}`}>
          <Icon name="film" size="l" className="muted" />
          <p className="note muted" id={noteId}>
            {t("other.fits", { kinds, limit: formatSize(UPLOAD_BYTES_MAX, i18n.language) })}
          </p>
          <div className="row">
            <label className={buttonClass("line")} htmlFor={inputId}>
              {t(isRefused ? "file.chooseAnother" : "other.choose")}
            </label>
          </div>
        </div>
      </div>
      {isRefused && (
        <FieldMessage id={`${noteId}-e`}>
          <OtherRefusalText recording={recording} kinds={kinds} />
        </FieldMessage>
      )}
    </div>
  );
}

function OtherRefusalText(props: { recording: Extract<Recording, { name: "refused-other" }>; kinds: string }) {
  const { t, i18n } = useTranslation("upload");
  const { files, reason } = props.recording;
  const [file] = files;
  const kind = extensionOf(file?.name ?? "").toUpperCase() || t("file.unknownKind");
  const sizes = formatApart(file?.size ?? 0, UPLOAD_BYTES_MAX, i18n.language);
  switch (reason) {
    case "several":
      return t("other.several", { count: files.length });
    case "empty":
      return t("file.empty");
    case "wrong-type":
      return t("other.wrongType", { kind, kinds: props.kinds });
    case "too-large":
      return t("other.tooLarge", sizes);
    default:
      return assertNever(reason);
  }
}
