import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { kindOfExtension, OTHER_KINDS, type RecordingKind } from "#app/domain/recording-kind.ts";
import { extensionOf, type FileFacts, type OtherRefusal, type Recording } from "#app/features/upload/chosen-file.ts";

/** What the browser's dialog offers for it. The endings count, not the types: systems do not agree on those. */
export const OTHER_ACCEPT = [...OTHER_KINDS.map((kind) => `.${kind}`), ".opus", ".oga"].join(",");
/** As they are called in texts. */
export const OTHER_NAMES: Record<(typeof OTHER_KINDS)[number], string> = {
  m4a: "M4A",
  mp3: "MP3",
  wav: "WAV",
  webm: "WebM",
  ogg: "OGG",
  mov: "MOV",
  mkv: "MKV",
};

/** Null where the file fits. An MP4 fits here too: it is only not asked for. */
export function checkOther(files: readonly FileFacts[]): OtherRefusal | null {
  const [file] = files;
  if (!file || files.length > 1) return "several";
  if (kindOfExtension(extensionOf(file.name)) === null) return "wrong-type";
  if (file.size > UPLOAD_BYTES_MAX) return "too-large";
  return file.size === 0 ? "empty" : null;
}

/** What a choice of another kind comes to; choosing nothing leaves what was there. */
export function chooseOther(files: readonly File[], before: Recording): Recording {
  const [file] = files;
  if (!file) return before;
  const reason = checkOther(files);
  return reason === null ? { name: "chosen", file } : { name: "refused-other", files, reason };
}

/** What a chosen file is announced as. The specification's choice goes by the type, as it always did. */
export function kindOfFile({ name, type }: Pick<FileFacts, "name" | "type">): RecordingKind {
  return type === "video/mp4" ? "mp4" : (kindOfExtension(extensionOf(name)) ?? "mp4");
}
