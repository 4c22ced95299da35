import { UPLOAD_BYTES_MAX, UPLOAD_CONTENT_TYPE } from "#app/domain/limits/uploads.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";
import { kindOfExtension, OTHER_ENDINGS, OTHER_KINDS, type RecordingKind } from "#app/domain/recording-kind.ts";
import { TRANSCRIPT_ACCEPT } from "#app/domain/transcript/given/parse-given-transcript.ts";
import { isTranscriptName } from "#app/features/upload/form/chosen-transcript.ts";

/**
 * The rules of the drop zone, checked before a byte is sent; the server checks again. §5: one video, video/mp4, at most
 * 2009715200 bytes. The other kinds that Acta reads are its own choice, under the same limit.
 */
export type FileRefusal = "several" | "empty" | "wrong-type" | "too-large" | "wrong-type-and-too-large";

/** The properties of a File that the checks use, so that tests of the 2 GB limit need no such file. */
export type FileFacts = { name: string; size: number; type: string };

/** The `accept` value of the zone. The other kinds are listed by extension, because operating systems differ in the types. */
export const ZONE_ACCEPT = [
  UPLOAD_CONTENT_TYPE,
  ...OTHER_KINDS.map((kind) => `.${kind}`),
  ...Object.keys(OTHER_ENDINGS).map((ending) => `.${ending}`),
  TRANSCRIPT_ACCEPT,
].join(",");

/** Names of the other kinds in texts. */
export const OTHER_NAMES: Record<(typeof OTHER_KINDS)[number], string> = {
  m4a: "M4A",
  mp3: "MP3",
  wav: "WAV",
  webm: "WebM",
  ogg: "OGG",
  mov: "MOV",
  mkv: "MKV",
  aac: "AAC",
  flac: "FLAC",
  aiff: "AIFF",
};

/** Kinds without a picture: a lower resolution or another video format is no advice for them. */
const SOUND_KINDS: ReadonlySet<string> = new Set(["m4a", "mp3", "wav", "ogg", "aac", "flac", "aiff"]);
/** Extensions of sound that Acta does not read. */
const OTHER_SOUND: ReadonlySet<string> = new Set(["ac3", "amr", "caf", "wma"]);

/** The extension after the last dot, in lower case; empty when there is none. */
export function extensionOf(name: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** A system that does not know the extension gives an empty type; then the extension decides. */
function isMp4(file: FileFacts): boolean {
  return file.type === UPLOAD_CONTENT_TYPE || (file.type === "" && extensionOf(file.name) === "mp4");
}

function isOtherKind({ name }: FileFacts): boolean {
  const extension = extensionOf(name);
  return extension !== "mp4" && kindOfExtension(extension) !== null;
}

/** Whether the file holds sound only, as far as its type and its name tell. */
export function isSound({ name, type }: Pick<FileFacts, "name" | "type">): boolean {
  const extension = extensionOf(name);
  return type.startsWith("audio/") || SOUND_KINDS.has(kindOfExtension(extension) ?? "") || OTHER_SOUND.has(extension);
}

/** The kind that is sent to the server for a file. The type video/mp4 decides first, as in the specification; then the extension. */
export function kindOfFile({ name, type }: Pick<FileFacts, "name" | "type">): RecordingKind {
  return type === UPLOAD_CONTENT_TYPE ? "mp4" : (kindOfExtension(extensionOf(name)) ?? "mp4");
}

/**
 * Separates the transcript from the recordings among files that were chosen or dropped together. Two transcripts, or two
 * recordings, are a choice that cannot be understood: then all files are returned as recordings, and refused as several.
 */
export function sortFiles<Chosen extends { name: string }>(
  files: readonly Chosen[],
): { recordings: readonly Chosen[]; transcript: Chosen | null } {
  const transcripts = files.filter(({ name }) => isTranscriptName(name));
  const [transcript] = transcripts;
  if (!transcript || transcripts.length > 1 || files.length > 2) return { recordings: files, transcript: null };
  return { recordings: files.filter((file) => file !== transcript), transcript };
}

export function checkFiles<Chosen extends FileFacts>(files: readonly Chosen[]): Outcome<Chosen | null, FileRefusal> {
  const [file] = files;
  if (!file) return ok(null);
  if (files.length > 1) return refused("several");
  const wrongType = !isMp4(file) && !isOtherKind(file);
  const tooLarge = file.size > UPLOAD_BYTES_MAX;
  if (wrongType && tooLarge) return refused("wrong-type-and-too-large");
  if (wrongType) return refused("wrong-type");
  if (tooLarge) return refused("too-large");
  if (file.size === 0) return refused("empty");
  return ok(file);
}

/** The state of the form's recording. */
export type Recording =
  | { name: "none" }
  | { name: "chosen"; file: File }
  | { name: "refused"; files: readonly File[]; reason: FileRefusal };

/** The state after a choice. An empty choice, such as Escape in the browser's dialog, keeps the state before it. */
export function chooseFiles(files: readonly File[], before: Recording): Recording {
  const checked = checkFiles(files);
  if (!checked.ok) return { name: "refused", files, reason: checked.reason };
  return checked.value === null ? before : { name: "chosen", file: checked.value };
}
