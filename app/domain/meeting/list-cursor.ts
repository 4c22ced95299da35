import { isId } from "#app/domain/ids.ts";

/** A position in a list of meetings, newest first: time and id, because two meetings may start at the same time. */
export type ListCursor = { startsAt: number; id: string };

export function formatCursor({ startsAt, id }: ListCursor): string {
  return `${startsAt}.${id}`;
}

/** Returns null for an invalid cursor: it comes from the address bar. */
export function parseCursor(text: string | null | undefined): ListCursor | null {
  const match = /^(-?\d{1,15})\.(.+)$/.exec(text ?? "");
  const [, startsAt, id] = match ?? [];
  return startsAt !== undefined && id !== undefined && isId(id) ? { startsAt: Number(startsAt), id } : null;
}
