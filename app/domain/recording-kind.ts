import { ownEntry } from "#app/domain/own-entry.ts";

/**
 * Kinds of recordings. The specification's §5 knows MP4 only; the other kinds are Acta's own choice. The kind is the file
 * extension in the key under which the file is stored.
 */
export const OTHER_KINDS = ["m4a", "mp3", "wav", "webm", "ogg", "mov", "mkv", "aac", "flac", "aiff"] as const;
export type OtherKind = (typeof OTHER_KINDS)[number];
export type RecordingKind = "mp4" | OtherKind;

/** Content type with which the recording is played and downloaded. */
export const RECORDING_TYPES: Record<RecordingKind, string> = {
  mp4: "video/mp4",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  webm: "video/webm",
  ogg: "audio/ogg",
  mov: "video/quicktime",
  mkv: "video/x-matroska",
  aac: "audio/aac",
  flac: "audio/flac",
  aiff: "audio/aiff",
};

/** Extensions that are other names of a kind. Phones call an MP4 .3gp, and Apple's programs .m4v and, of sound, .m4b. */
export const OTHER_ENDINGS: Readonly<Record<string, RecordingKind>> = {
  m4v: "mp4",
  "3gp": "mp4",
  "3gpp": "mp4",
  "3g2": "mp4",
  m4b: "m4a",
  opus: "ogg",
  oga: "ogg",
  wave: "wav",
  bwf: "wav",
  qt: "mov",
  adts: "aac",
  aif: "aiff",
  aifc: "aiff",
};

/** Returns the kind of an extension, with its dot or without; null when Acta does not accept it. */
export function kindOfExtension(extension: string): RecordingKind | null {
  const ending = extension.replace(/^\./, "").toLowerCase();
  if (ending === "mp4") return "mp4";
  return OTHER_KINDS.find((kind) => kind === ending) ?? ownEntry(OTHER_ENDINGS, ending) ?? null;
}

/** MP4 and its relatives, which share one reader. */
export function isMovie(kind: RecordingKind): boolean {
  return kind === "mp4" || kind === "m4a" || kind === "mov";
}
