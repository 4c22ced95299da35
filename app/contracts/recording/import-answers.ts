import * as z from "zod/mini";

/** POST /api/acta/imports: the meeting of this transcript. `isNew`: it was made now, and not by an earlier import of the same words. */
export const importedAnswer = z.object({ meetId: z.string(), isNew: z.boolean() });

/** POST /api/acta/imports/known: those of the digests that are meetings already. */
export const knownImportsAnswer = z.object({
  known: z.array(z.object({ digest: z.string(), meetId: z.string(), title: z.string() })),
});
