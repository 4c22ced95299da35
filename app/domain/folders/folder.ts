import { cleanName } from "#app/domain/clean-name.ts";
import { FOLDER_NAME_CHARS_MAX, TAG_CHARS_MAX } from "#app/domain/limits/folders.ts";
import { foldedWords, plainLetters } from "#app/domain/transcript/fold.ts";

/** Names of folders and tags as people type them. A folder may be in one other: "Clients/Girona" is Girona in Clients. */

/** Two spellings of one name have one key. */
function keyOf(text: string): string {
  return foldedWords(plainLetters(text)).join(" ");
}

/** The name as it is stored; null where it is none, too long, or nested more than once. */
export function parseFolderName(text: string): string | null {
  const parts = text.split("/").map(cleanName);
  const name = parts.join("/");
  const isName = parts.length <= 2 && parts.every((part) => keyOf(part) !== "") && name.length <= FOLDER_NAME_CHARS_MAX;
  return isName ? name : null;
}

export function folderKeyOf(name: string): string {
  return name.split("/").map(keyOf).join("/");
}

/** A tag as it is stored, without the sign that people write before it; null where it is none. */
export function parseTag(text: string): string | null {
  const tag = cleanName(text).replace(/^#+\s*/, "");
  return tagKeyOf(tag) !== "" && tag.length <= TAG_CHARS_MAX && !tag.includes(",") ? tag : null;
}

export function tagKeyOf(tag: string): string {
  return keyOf(tag);
}
