import { isId } from "#app/domain/ids.ts";

/** A place in a list of meetings, newest first: time and id, because two may start at once. */
export type ListCursor = { startsAt: number; id: string };

export function formatCursor({ startsAt, id }: ListCursor): string {
  return `${startsAt}.${id}`;
}

/** Null for whatever is no cursor of ours: it comes from the address bar. */
export function parseCursor(text: string | null | undefined): ListCursor | null {
  const match = /^(-?\d{1,15})\.(.+)$/.exec(text ?? "");
  const [, startsAt, id] = match ?? [];
  return startsAt !== undefined && id !== undefined && isId(id) ? { startsAt: Number(startsAt), id } : null;
}
