import { UPLOAD_BYTES_MAX, UPLOAD_CONTENT_TYPE } from "#app/domain/limits/uploads.ts";
import { type Outcome, ok, refused } from "#app/domain/outcome.ts";

/** §5: one video, video/mp4, at most 2009715200 bytes. Checked here before a byte is sent; the server checks again. */
export type FileRefusal = "several" | "empty" | "wrong-type" | "too-large" | "wrong-type-and-too-large";

/** The properties of a File that the checks use, so that tests of the 2 GB limit need no such file. */
export type FileFacts = { name: string; size: number; type: string };

/** The extension after the last dot, in lower case; empty when there is none. */
export function extensionOf(name: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** A system that does not know the extension gives an empty type; then the extension decides. */
function isMp4(file: FileFacts): boolean {
  return file.type === UPLOAD_CONTENT_TYPE || (file.type === "" && extensionOf(file.name) === "mp4");
}

export function checkFiles<Chosen extends FileFacts>(files: readonly Chosen[]): Outcome<Chosen | null, FileRefusal> {
  const [file] = files;
  if (!file) return ok(null);
  if (files.length > 1) return refused("several");
  const wrongType = !isMp4(file);
  const tooLarge = file.size > UPLOAD_BYTES_MAX;
  if (wrongType && tooLarge) return refused("wrong-type-and-too-large");
  if (wrongType) return refused("wrong-type");
  if (tooLarge) return refused("too-large");
  if (file.size === 0) return refused("empty");
  return ok(file);
}

/** The same for a recording of another kind (other-kind.ts). */
export type OtherRefusal = "several" | "empty" | "wrong-type" | "too-large";

/** The state of the form's recording field. */
export type Recording =
  | { name: "none" }
  | { name: "chosen"; file: File }
  | { name: "refused"; files: readonly File[]; reason: FileRefusal }
  | { name: "refused-other"; files: readonly File[]; reason: OtherRefusal };

/** The field's state after a choice. An empty choice, such as Escape in the browser's dialog, keeps the state before it. */
export function chooseFiles(files: readonly File[], before: Recording): Recording {
  const checked = checkFiles(files);
  if (!checked.ok) return { name: "refused", files, reason: checked.reason };
  return checked.value === null ? before : { name: "chosen", file: checked.value };
}
