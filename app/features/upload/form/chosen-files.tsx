import { useTranslation } from "#app/i18n/use-translation.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { UPLOADS_QUEUED_MAX } from "#app/domain/limits/imports.ts";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { OTHER_KINDS } from "#app/domain/recording-kind.ts";
import {
  extensionOf,
  type FileRefusal,
  isSound,
  OTHER_NAMES,
  type Recording,
} from "#app/features/upload/form/chosen-file.ts";
import type { ChosenTranscript } from "#app/features/upload/form/chosen-transcript.ts";
import { FileName } from "#app/features/upload/form/file-name.tsx";
import { formatApart, formatSize } from "#app/features/upload/form/format-size.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

type ChosenFilesProps = {
  recording: Recording;
  transcript: ChosenTranscript;
  onRemove: (what: "recording" | "transcript") => void;
};

/** The files that lie in the zone, each with its remove button; also those that are refused, so that it is plain which. */
export function ChosenFiles({ recording, transcript, onRemove }: ChosenFilesProps) {
  const { t, i18n } = useTranslation("upload");
  const files = recording.name === "refused" ? recording.files : recording.name === "chosen" ? [recording.file] : [];
  const [file] = files;
  return (
    <ul className="drop__files">
      {file && (
        <Row
          icon="film"
          name={files.length > 1 ? t("file.severalName", { count: files.length }) : file.name}
          facts={files.length > 1 ? null : formatSize(file.size, i18n.language)}
          onRemove={() => onRemove("recording")}
        />
      )}
      {transcript.name !== "none" && (
        <Row
          icon="list"
          name={transcript.file.name}
          facts={<TranscriptFacts transcript={transcript} />}
          onRemove={() => onRemove("transcript")}
        />
      )}
    </ul>
  );
}

function Row(props: { icon: "film" | "list"; name: string; facts: React.ReactNode; onRemove: () => void }) {
  const { t } = useTranslation("upload");
  return (
    <li>
      <Icon name={props.icon} size="l" className="muted" />
      <div className="min-w-0">
        <FileName name={props.name} isStrong />
        {props.facts !== null && <p className="note muted num">{props.facts}</p>}
      </div>
      <Button kind="quiet" icon aria-label={t("file.remove", { name: props.name })} onClick={props.onRemove}>
        <Icon name="close" />
      </Button>
    </li>
  );
}

function TranscriptFacts({ transcript }: { transcript: Exclude<ChosenTranscript, { name: "none" }> }) {
  const { t, i18n } = useTranslation("upload");
  if (transcript.name === "reading") return t("transcript.reading");
  if (transcript.name === "refused") return formatSize(transcript.file.size, i18n.language);
  const lines = t("transcript.lines", { count: transcript.cues });
  if (transcript.names === 0) return t("transcript.takesWords", { lines });
  return t("transcript.takesNames", { lines, names: t("transcript.names", { count: transcript.names }) });
}

/** The reason that the choice is refused, and the accepted files. Sound is never told to become a video. */
export function RefusalText({ files, reason }: { files: readonly File[]; reason: FileRefusal }) {
  const { t, i18n } = useTranslation("upload");
  const [file] = files;
  const extension = extensionOf(file?.name ?? "");
  // A file named .mp4 that is refused for its kind has another type than its name says.
  const kind = (extension === "mp4" ? file?.type : extension.toUpperCase()) || t("file.unknownKind");
  const list = new Intl.ListFormat(i18n.language, { type: "disjunction" });
  const kinds = list.format(OTHER_KINDS.map((one) => OTHER_NAMES[one]));
  const facts = { kind, kinds, ...formatApart(file?.size ?? 0, UPLOAD_BYTES_MAX, i18n.language) };
  const isSoundOnly = file !== undefined && isSound(file);
  switch (reason) {
    case "several":
      return t("file.several", { count: files.length, max: UPLOADS_QUEUED_MAX });
    case "empty":
      return t("file.empty");
    case "wrong-type":
      return t(isSoundOnly ? "file.wrongTypeSound" : "file.wrongType", facts);
    case "too-large":
      return t(isSoundOnly ? "file.tooLargeSound" : "file.tooLarge", facts);
    case "wrong-type-and-too-large":
      return t(isSoundOnly ? "file.wrongTypeSound" : "file.wrongTypeAndTooLarge", facts);
    default:
      return assertNever(reason);
  }
}
