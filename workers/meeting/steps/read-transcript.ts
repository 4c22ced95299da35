import { invariant } from "#app/domain/invariant.ts";
import { parseInTurns } from "#app/domain/transcript/parse-given-transcript.ts";
import { finishCues } from "#workers/meeting/steps/finish-cues.ts";
import type { StepOf } from "#workers/meeting/steps/step.ts";
import { readGivenTranscript } from "#workers/meeting/store-transcript.ts";

/** The transcript that was given beside the recording: no speech engine is asked, and whom it names is kept. */
export async function readTranscript(step: StepOf<"read-transcript">): Promise<void> {
  const bytes = readGivenTranscript(step.sql);
  invariant(bytes !== null, "a given transcript is kept until it has become text");
  // Accepted bytes were read to their end once already, so there is nothing to refuse any more.
  const cues = await step.inTurns(parseInTurns(bytes));
  invariant(cues.ok && (await finishCues(step, cues.value)), "an accepted transcript holds words");
}
