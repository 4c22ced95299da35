import * as z from "zod";
import { WORD_LISTS } from "#app/contracts/words.ts";
import { OWN_WORD_CHARS_MAX, OWN_WORDS_TEXT_CHARS_MAX } from "#app/domain/limits/words.ts";

/** Bodies of the calls about names and terms. Only the server loads them. */

/** POST /api/acta/words: names and terms, as they were typed or pasted: one for each line or comma. */
export const wordsAddition = z.strictObject({
  list: z.enum(WORD_LISTS),
  text: z.string().max(OWN_WORDS_TEXT_CHARS_MAX),
});

const saveId = z.string().regex(/^[0-9a-zA-Z_-]{8,64}$/);
const offered = { saveId, word: z.string().max(OWN_WORD_CHARS_MAX), heard: z.string().max(2 * OWN_WORD_CHARS_MAX) };

/** POST /api/acta/meetings/:meetId/words: what a person does with an offer. `undo`: of the replacement with this save id. */
export const wordChoice = z.discriminatedUnion("choice", [
  z.strictObject({ choice: z.literal("replace"), ...offered }),
  z.strictObject({ choice: z.literal("decline"), ...offered }),
  z.strictObject({ choice: z.literal("undo"), saveId, of: saveId }),
]);
