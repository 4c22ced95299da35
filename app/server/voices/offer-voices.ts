import type { SpeakersAnswer } from "#app/contracts/meeting/edit-answers.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { isSpeakerLabel } from "#app/domain/transcript/speaker-label.ts";
import { matchVoices } from "#app/domain/voices/match-voices.ts";
import { wordKey } from "#app/domain/words/own-word.ts";
import { faultOf } from "#app/server/log.ts";
import { readMeetingEdits } from "#app/server/meetings/edit-meeting.ts";
import type { Services } from "#app/server/services.ts";
import { readVectors } from "#app/server/voices/saved-voices.ts";

/**
 * Adds the names of saved voices that speakers without a name sound like, for the person who saved them. The saved voices are compared here: the
 * meeting, which others may read too, is not told of them.
 */
export async function offerVoices(
  services: Pick<Services, "db" | "edits" | "log" | "now">,
  actor: PersonActor,
  meetId: MeetId,
  answer: SpeakersAnswer,
): Promise<SpeakersAnswer> {
  const { keepDays, voices } = await readVectors(services, actor);
  if (keepDays === null) return answer;
  const { speakers, heard = [] } = answer;
  try {
    const read = await readMeetingEdits(services, actor, meetId, { about: "voice-prints" });
    const prints = read.ok ? read.value.prints : [];
    const taken = new Set(speakers.map(({ label, name }) => wordKey(name ?? label)));
    const named = new Set(heard.map(({ label }) => label));
    // All speakers are compared, so that a voice that has its name already is asked about nobody else.
    const sounds = matchVoices(prints, voices).filter(({ label, name }) => {
      const isUnnamed = isSpeakerLabel(speakers.find((one) => one.label === label)?.name ?? label);
      return isUnnamed && !named.has(label) && !taken.has(wordKey(name));
    });
    return {
      ...answer,
      heard: [...heard, ...sounds.map((match) => ({ ...match, how: "sounds" as const }))],
      remembers: { keepDays, labels: prints.map(({ label }) => label), saved: voices.map(({ name }) => name) },
    };
  } catch (error) {
    // The names can be given without them.
    services.log("voices.compare.failed", { meetId, error: faultOf(error) });
    return answer;
  }
}
