import { isId } from "#app/domain/ids.ts";
import { CALL_PLATFORMS, type CallPlatform } from "#app/domain/meeting/call.ts";

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

/** Source of the meetings in a list: a file, any call, or calls of one platform. */
export type ListSource = "upload" | "call" | CallPlatform;

/** The sources that a list offers; a local meeting server is not offered. */
export const LIST_SOURCES = [
  "upload",
  "call",
  "meet",
  "teams",
  "zoom",
  "jitsi",
] as const satisfies readonly ListSource[];

/** Returns null for an unknown source. */
export function parseListSource(text: string | null): ListSource | null {
  return (["upload", "call", ...CALL_PLATFORMS] as const).find((known) => known === text) ?? null;
}
