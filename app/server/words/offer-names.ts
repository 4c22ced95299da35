import type { SpeakersAnswer } from "#app/contracts/meeting/edit-answers.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { firstNameFirst } from "#app/domain/voices/suggest-names.ts";
import { offerVoices } from "#app/server/voices/offer-voices.ts";
import { readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";
import { editableMeeting, type OfferNeeds } from "#app/server/words/offer-words.ts";
import { invitedNames } from "#app/server/words/read-words.ts";

/**
 * The speakers of a meeting for those who may name them, with the names of the invitation, those that were heard, and those of voices that the
 * person has saved.
 */
export async function offerNames(
  services: OfferNeeds,
  actor: PersonActor,
  meetId: MeetId,
): Promise<Outcome<SpeakersAnswer, "not-found">> {
  const meeting = await editableMeeting(services, actor, meetId);
  if (meeting === null) return refused("not-found");
  const invited = (await invitedNames(services, { ...meeting, meetId })).map(firstNameFirst);
  const read = await readMeetingEdits(services, actor, meetId, { about: "speakers", invited });
  return read.ok ? ok(await offerVoices(services, actor, meetId, read.value)) : read;
}
