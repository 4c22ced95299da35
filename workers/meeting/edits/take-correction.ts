import type { Outcome } from "#app/domain/outcome.ts";
import type { Corrected, Correction, CorrectionRefusal } from "#app/server/ports/meeting-edits.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { correctMeeting } from "#workers/meeting/edits/correct.ts";
import { countSpeakers } from "#workers/meeting/edits/count-speakers.ts";
import { splitSpeaker } from "#workers/meeting/edits/split-speaker.ts";

type Needs = {
  storage: DurableObjectStorage;
  deps: Pick<MeetingDeps, "now" | "language" | "extractive" | "store" | "rests">;
  by: string;
};
type Answer = Outcome<Corrected, CorrectionRefusal>;

/** A person's correction. All but two are made at once: the voices of a recording have to be read first. */
export function takeCorrection(needs: Needs, correction: Correction): Answer | Promise<Answer> {
  switch (correction.type) {
    case "count-speakers":
      return countSpeakers(needs, correction);
    case "split-speaker":
      return splitSpeaker(needs, correction);
    default:
      return correctMeeting(needs, correction);
  }
}
