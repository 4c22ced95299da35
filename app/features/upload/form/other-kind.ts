import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { kindOfExtension, OTHER_KINDS, type RecordingKind } from "#app/domain/recording-kind.ts";
import {
  extensionOf,
  type FileFacts,
  type OtherRefusal,
  type Recording,
} from "#app/features/upload/form/chosen-file.ts";

/** The `accept` value for the browser's file dialog. It lists extensions, because operating systems differ in the types. */
export const OTHER_ACCEPT = [...OTHER_KINDS.map((kind) => `.${kind}`), ".opus", ".oga"].join(",");
/** Names of the kinds in texts. */
export const OTHER_NAMES: Record<(typeof OTHER_KINDS)[number], string> = {
  m4a: "M4A",
  mp3: "MP3",
  wav: "WAV",
  webm: "WebM",
  ogg: "OGG",
  mov: "MOV",
  mkv: "MKV",
};

/** Null when the file is accepted. An MP4 is accepted here too, although the dialog does not offer it. */
export function checkOther(files: readonly FileFacts[]): OtherRefusal | null {
  const [file] = files;
  if (!file || files.length > 1) return "several";
  if (kindOfExtension(extensionOf(file.name)) === null) return "wrong-type";
  if (file.size > UPLOAD_BYTES_MAX) return "too-large";
  return file.size === 0 ? "empty" : null;
}

/** The field's state after a choice of another kind. An empty choice keeps the state before it. */
export function chooseOther(files: readonly File[], before: Recording): Recording {
  const [file] = files;
  if (!file) return before;
  const reason = checkOther(files);
  return reason === null ? { name: "chosen", file } : { name: "refused-other", files, reason };
}

/** The kind that is sent to the server for a file. The type video/mp4 decides first, as in the specification; then the extension. */
export function kindOfFile({ name, type }: Pick<FileFacts, "name" | "type">): RecordingKind {
  return type === "video/mp4" ? "mp4" : (kindOfExtension(extensionOf(name)) ?? "mp4");
}
