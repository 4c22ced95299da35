import type { Ownership } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { ASKED_WORDS_MS } from "#app/domain/limits/words.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";

/**
 * The words that the speech engine is given, asked for once in some minutes: the windows of a call come every half minute, and the object rests
 * between them.
 */
export async function askedWords(
  { words: ask, now }: Pick<MeetingDeps, "words" | "now">,
  sql: SqlStorage,
  meeting: Ownership & { meetId: MeetId },
): Promise<string[]> {
  const [row] = sql.exec<{ asked_at: number; words: string }>("SELECT asked_at, words FROM asked_words").toArray();
  const ago = row ? now() - row.asked_at : null;
  if (row && ago !== null && ago >= 0 && ago < ASKED_WORDS_MS) return JSON.parse(row.words) as string[];
  const words = (await ask(meeting)).map(({ word }) => word);
  sql.exec("INSERT OR REPLACE INTO asked_words (id, asked_at, words) VALUES (1, ?, ?)", now(), JSON.stringify(words));
  return words;
}

/** Inside the transaction that stores the transcript. */
export function forgetAskedWords(sql: SqlStorage): void {
  sql.exec("DELETE FROM asked_words");
}
