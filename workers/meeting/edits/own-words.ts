import type { WordOfferView } from "#app/contracts/words.ts";
import { WORD_OFFERS_MAX } from "#app/domain/limits/words.ts";
import { spokenLanguage } from "#app/domain/transcript/spoken-language.ts";
import { runInTurns } from "#app/domain/turns.ts";
import { findNearWords } from "#app/domain/words/near-words.ts";
import type { OwnWord } from "#app/domain/words/own-word.ts";
import { replaceHeard } from "#app/domain/words/replace-heard.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { correctSegment, lastCorrection } from "#workers/meeting/store/corrections.ts";
import type { Changed } from "#workers/meeting/store/store.ts";
import { readSegments } from "#workers/meeting/store/transcript.ts";
import { declinedOffers, readReplacement, saveReplacement } from "#workers/meeting/store/word-choices.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** Forms of the transcript that are almost an own word, without those that were declined here; null where the meeting is gone. */
export async function readOffers(
  sql: SqlStorage,
  deps: Pick<MeetingDeps, "commonWords" | "rests">,
  words: readonly OwnWord[],
): Promise<WordOfferView[] | null> {
  const row = readAlive(sql);
  if (!row) return null;
  const segments = readSegments(sql);
  const isCommon = await deps.commonWords(
    spokenLanguage(segments, row.alive.details.language) ?? row.alive.details.language,
  );
  const offers = await runInTurns(findNearWords({ segments, words, isCommon }), deps.rests());
  const starts = new Map(segments.map(({ id, startMs }) => [id, startMs]));
  const isDeclined = declinedOffers(sql);
  return offers
    .filter((offer) => !isDeclined(offer))
    .slice(0, WORD_OFFERS_MAX)
    .map(({ places, ...offer }) => ({
      ...offer,
      count: places.length,
      startMs: starts.get(places[0]?.segmentId ?? "") ?? 0,
    }));
}

type Edit = { changed: Changed; write: (sql: SqlStorage) => void };
type Made = { by: string; at: number };

/** Writes an own word wherever the form was heard, as corrections of the segments; null where it is nowhere. */
export function replaceWords(
  sql: SqlStorage,
  { by, at, ...asked }: { saveId: string; word: string; heard: string } & Made,
): Edit | null {
  const edits = readSegments(sql).flatMap(({ id, startMs, text }) => {
    const replaced = replaceHeard(text, asked);
    return replaced === null ? [] : [{ id, startMs, text: replaced }];
  });
  if (edits.length === 0) return null;
  return {
    changed: rangeOf(edits),
    write(sql) {
      const first = lastCorrection(sql) + 1;
      for (const { id, text } of edits) correctSegment(sql, { id, text, by, at });
      saveReplacement(sql, { ...asked, by, at, edits: [first, lastCorrection(sql)] });
    },
  };
}

/** Gives the segments of a replacement the words that they had; null where none has its words any more. */
export function undoWords(sql: SqlStorage, { of, by, at }: { of: string } & Made): Edit | null {
  const edits = readReplacement(sql, of);
  if (edits.length === 0) return null;
  return {
    changed: rangeOf(edits),
    write(sql) {
      for (const { segmentId, before } of edits) correctSegment(sql, { id: segmentId, text: before, by, at });
    },
  };
}

function rangeOf(edits: readonly { startMs: number }[]): Changed {
  const starts = edits.map(({ startMs }) => startMs);
  return { segments: { startMs: Math.min(...starts), endMs: Math.max(...starts) + 1 }, summary: true };
}
