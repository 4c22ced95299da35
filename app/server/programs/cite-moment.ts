import { formatMoment } from "#app/domain/time.ts";
import { momentAddress } from "#app/domain/transcript/moment-address.ts";

/** A moment of a meeting for a program's reader: a time as the page shows it, and the address that opens it. */
export type Citation = { time: string; startMs: number; url: string };

export function citationOf(page: string, { id, startMs }: { id?: string; startMs: number }): Citation {
  return { time: formatMoment(startMs), startMs, url: `${page}${momentAddress(startMs, id)}` };
}
