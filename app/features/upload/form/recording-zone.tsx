import { useTranslation } from "react-i18next";
import { assertNever } from "#app/domain/invariant.ts";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { extensionOf, type FileRefusal, type Recording } from "#app/features/upload/form/chosen-file.ts";
import { formatApart, formatSize } from "#app/features/upload/form/format-size.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

const RING = "peer-focus-visible:outline-2 peer-focus-visible:outline-proof peer-focus-visible:outline-offset-1";

/** The content of the field: the drop area, the file with its remove button, or the file that cannot be used. */
export function RecordingZone(props: { recording: Recording; inputId: string; isOver: boolean; onRemove: () => void }) {
  const { recording, inputId, isOver, onRemove } = props;
  const { t, i18n } = useTranslation("upload");
  switch (recording.name) {
    case "chosen":
      return (
        <div className={`file ${RING}`}>
          <Icon name="film" size="l" className="muted" />
          <div>
            <p className="cut strong" title={recording.file.name}>
              {recording.file.name}
            </p>
            <p className="note muted num">{formatSize(recording.file.size, i18n.language)}</p>
          </div>
          <Button kind="quiet" icon aria-label={t("file.remove", { name: recording.file.name })} onClick={onRemove}>
            <Icon name="close" />
          </Button>
        </div>
      );
    case "refused":
      return (
        <div className={`drop drop--bad ${RING}`}>
          <RefusedName files={recording.files} />
          <div className="row drop__do">
            <label className={buttonClass("line")} htmlFor={inputId}>
              {t("file.chooseAnother")}
            </label>
          </div>
        </div>
      );
    default:
      return (
        <div className={`drop ${isOver ? "border-ink border-solid bg-paper-sunk" : ""} ${RING}`}>
          <label className={buttonClass("line")} htmlFor={inputId}>
            {t("file.choose")}
          </label>
          <p className="note muted">{t("file.orDrop")}</p>
        </div>
      );
  }
}

function RefusedName({ files }: { files: readonly File[] }) {
  const { t, i18n } = useTranslation("upload");
  const [file] = files;
  if (!file || files.length > 1) return <p className="strong ink">{t("file.severalName", { count: files.length })}</p>;
  return (
    <>
      <p className="strong ink cut max-w-full">{file.name}</p>
      <p className="note muted num">{formatSize(file.size, i18n.language)}</p>
    </>
  );
}

/** The reason that the choice is refused, and the accepted files. */
export function RefusalText({ files, reason }: { files: readonly File[]; reason: FileRefusal }) {
  const { t, i18n } = useTranslation("upload");
  const file = files[0];
  const kind = extensionOf(file?.name ?? "").toUpperCase() || t("file.unknownKind");
  const facts = { kind, ...formatApart(file?.size ?? 0, UPLOAD_BYTES_MAX, i18n.language) };
  switch (reason) {
    case "several":
      return t("file.several", { count: files.length });
    case "empty":
      return t("file.empty");
    case "wrong-type":
      return t("file.wrongType", facts);
    case "too-large":
      return t("file.tooLarge", facts);
    case "wrong-type-and-too-large":
      return t("file.wrongTypeAndTooLarge", facts);
    default:
      return assertNever(reason);
  }
}
