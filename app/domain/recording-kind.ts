/**
 * What a recording may be beside the specification's video/mp4: a choice of its own (§5 knows MP4 only). The kind is the file's
 * extension, as it stands in the key under which the file is stored.
 */
export const OTHER_KINDS = ["m4a", "mp3", "wav", "webm", "ogg", "mov", "mkv"] as const;
export type OtherKind = (typeof OTHER_KINDS)[number];
export type RecordingKind = "mp4" | OtherKind;

/** How the recording is called where it is played and downloaded. */
export const RECORDING_TYPES: Record<RecordingKind, string> = {
  mp4: "video/mp4",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  webm: "video/webm",
  ogg: "audio/ogg",
  mov: "video/quicktime",
  mkv: "video/x-matroska",
};

/** Endings that mean the same kind. */
const OTHER_ENDINGS: Record<string, OtherKind> = { opus: "ogg", oga: "ogg", wave: "wav", qt: "mov" };

/** The kind that an ending names, with its dot or without; null where Acta takes nothing of that name. */
export function kindOfExtension(extension: string): RecordingKind | null {
  const ending = extension.replace(/^\./, "").toLowerCase();
  if (ending === "mp4") return "mp4";
  return OTHER_KINDS.find((kind) => kind === ending) ?? OTHER_ENDINGS[ending] ?? null;
}

/** MP4 and its family, which one reader reads. */
export function isMovie(kind: RecordingKind): boolean {
  return kind === "mp4" || kind === "m4a" || kind === "mov";
}
