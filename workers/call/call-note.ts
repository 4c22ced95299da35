import * as z from "zod";

/** A note in the bucket that names the room's object of a call, for callers that know only the call's id. */
const note = z.object({ object: z.string().regex(/^[0-9a-f]{64}$/) });

export function writeCallNote(object: string): string {
  return JSON.stringify({ object } satisfies z.output<typeof note>);
}

/** Null where there is no such call, or nothing that can be read. */
export function readCallNote(text: string | null): string | null {
  if (text === null) return null;
  try {
    return note.safeParse(JSON.parse(text)).data?.object ?? null;
  } catch {
    return null;
  }
}
