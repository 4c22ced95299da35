import * as z from "zod/mini";

/** Names and terms, as the settings and the page of a meeting read them. */

/** The person's list, or that of their team. */
export const WORD_LISTS = ["own", "team"] as const;
export type WordListName = (typeof WORD_LISTS)[number];

const wordList = z.object({
  list: z.enum(WORD_LISTS),
  /** The team's name; null for the person's own list. */
  team: z.nullable(z.string()),
  /** Whether the person may change it. */
  editable: z.boolean(),
  /** `heard`: forms that were corrected to the word. */
  words: z.array(z.object({ id: z.string(), word: z.string(), heard: z.array(z.string()) })),
});
export type WordList = z.infer<typeof wordList>;

/** GET /api/acta/words */
export const wordListsAnswer = z.object({ lists: z.array(wordList) });

/** POST /api/acta/words. `added`: new words; `refused`: entries that are no name or term; `full`: words for which the list has no room. */
export const addedWordsAnswer = z.object({
  lists: z.array(wordList),
  added: z.number(),
  refused: z.array(z.string()),
  full: z.number(),
});
export type AddedWords = z.infer<typeof addedWordsAnswer>;

const offer = z.object({
  word: z.string(),
  heard: z.string(),
  /** A person has corrected the same form to this word in another meeting. */
  isKnown: z.boolean(),
  count: z.number(),
  /** Of the first place, in ms of the recording. */
  startMs: z.number(),
});
export type WordOfferView = z.infer<typeof offer>;

/** GET /api/acta/meetings/:meetId/words */
export const wordOffersAnswer = z.object({ offers: z.array(offer) });
