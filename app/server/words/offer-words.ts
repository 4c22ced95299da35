import type * as z from "zod";
import type { wordChoice } from "#app/contracts/word-changes.ts";
import type { WordOfferView } from "#app/contracts/words.ts";
import type { Ownership, PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { mayEdit } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { wordKey } from "#app/domain/words/own-word.ts";
import { accessWithFacts } from "#app/server/workspace/access-to.ts";
import type { Database } from "#app/server/db/database.ts";
import type { Answers } from "#app/server/db/named-batch.ts";
import type { AlongOf } from "#app/server/identity/session.ts";
import { editMeeting, readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";
import type { Corrected, CorrectionRefusal } from "#app/server/ports/meeting-edits.ts";
import type { Services } from "#app/server/services.ts";
import { rememberHeard } from "#app/server/words/change-words.ts";
import { selectStoredOf, wordsOfMeeting } from "#app/server/words/read-words.ts";

export type OfferNeeds = Pick<Services, "db" | "lists" | "edits" | "calendarAccounts" | "log" | "now">;

/** Read along for `offerWords`. */
export function alongOfOffers(db: Database, { meetId }: AlongOf) {
  return { stored: selectStoredOf(db, meetId) };
}

/** Forms of a meeting's transcript that are almost a name or term, for those who may correct it. */
export async function offerWords(
  services: OfferNeeds,
  actor: PersonActor,
  { meetId, stored }: { meetId: MeetId } & Answers<typeof alongOfOffers>,
): Promise<Outcome<{ offers: WordOfferView[] }, "not-found">> {
  const meeting = await editableMeeting(services, actor, meetId);
  if (meeting === null) return refused("not-found");
  const words = await wordsOfMeeting(services, { ...meeting, meetId }, stored);
  if (words.length === 0) return ok({ offers: [] });
  const read = await readMeetingEdits(services, actor, meetId, { about: "words", words: [...words] });
  return read.ok ? ok({ offers: read.value.words }) : read;
}

/** Only a word that is the meeting's own replaces what was heard: an offer inserts nothing else. */
export async function chooseWord(
  services: OfferNeeds,
  actor: PersonActor,
  meetId: MeetId,
  chosen: z.output<typeof wordChoice>,
): Promise<Outcome<Corrected, CorrectionRefusal>> {
  if (chosen.choice === "undo") {
    return editMeeting(services, actor, meetId, { type: "undo-words", saveId: chosen.saveId, of: chosen.of });
  }
  const meeting = await editableMeeting(services, actor, meetId);
  if (meeting === null) return refused("not-found");
  const { choice, saveId, heard } = chosen;
  const words = await wordsOfMeeting(services, { ...meeting, meetId });
  const own = words.find(({ word }) => wordKey(word) === wordKey(chosen.word));
  if (!own) return refused("not-found");
  const { word } = own;
  if (choice === "decline") return editMeeting(services, actor, meetId, { type: "decline-word", saveId, word, heard });
  const replaced = await editMeeting(services, actor, meetId, { type: "replace-words", saveId, word, heard });
  if (replaced.ok) await rememberHeard(services, actor, { word, heard });
  return replaced;
}

export async function editableMeeting(
  services: OfferNeeds,
  actor: PersonActor,
  meetId: MeetId,
): Promise<Ownership | null> {
  const found = await accessWithFacts(services, actor, meetId);
  return found && mayEdit(found.viewer) ? found.ownership : null;
}
