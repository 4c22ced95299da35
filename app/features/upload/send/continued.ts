import * as z from "zod/mini";

/** The unfinished upload that the dialog continues: it fills in the title and names the file to choose again. */
const continued = z.object({ title: z.string(), fileName: z.string() });
export type Continued = z.infer<typeof continued>;

/** Reads the state that a link to the dialog put into the browser's history; null when the dialog was opened for a new upload. */
export function readContinued(state: unknown): Continued | null {
  return z.object({ continued }).safeParse(state).data?.continued ?? null;
}
