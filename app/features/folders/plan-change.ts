import type { arrangeMeetings } from "#app/contracts/endpoints/folders.ts";
import type { BodyOf } from "#app/contracts/endpoint.ts";
import type { Folders } from "#app/contracts/folders.ts";

/** The fields of the dialog. `isTakenOut`: several meetings are to be in no folder. */
export type Draft = { folder: string; tags: string; isTakenOut: boolean };
export type Change = Omit<BodyOf<typeof arrangeMeetings>, "meetIds">;

export function splitTags(text: string): string[] {
  return text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

/** The difference to what the meeting has. Of several meetings, an empty field changes nothing. */
export function planChange({ folders, of }: Folders, { folder, tags, isTakenOut }: Draft): Change {
  const typed = splitTags(tags);
  const had = of?.tags ?? [];
  const add = typed.filter((tag) => !had.includes(tag));
  const remove = had.filter((tag) => !typed.includes(tag));
  return {
    ...folderOf({ folders, of }, isTakenOut ? null : folder.trim()),
    ...(add.length + remove.length > 0 && { tags: { add, remove } }),
  };
}

function folderOf({ folders, of }: Pick<Folders, "folders" | "of">, typed: string | null): Pick<Change, "folder"> {
  const now = folders.find(({ id }) => id === of?.folderId);
  if (typed === null || (typed === "" && now)) return { folder: null };
  if (typed === "" || typed === now?.name) return {};
  const known = folders.find(({ name }) => name === typed);
  return { folder: known ? { id: known.id } : { name: typed } };
}
