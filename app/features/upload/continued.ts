import * as z from "zod/mini";

/** Which unfinished upload the dialog was opened for: its title is filled in, and its file named to be chosen again. */
const continued = z.object({ title: z.string(), fileName: z.string() });
export type Continued = z.infer<typeof continued>;

/** What the link that opened the dialog left in the browser's history; null where it was opened for a new one. */
export function readContinued(state: unknown): Continued | null {
  return z.object({ continued }).safeParse(state).data?.continued ?? null;
}
