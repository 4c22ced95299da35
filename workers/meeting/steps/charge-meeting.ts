import { StepFailed, type StepOf } from "#workers/meeting/steps/step.ts";
import { readAlive } from "#workers/meeting/view.ts";

/**
 * Counts the meeting before it gets text from a speech engine, in the ledger and then in its own state. An upload that was
 * accepted and a call that is recorded count already; sound ahead of its video, and released usage, do not.
 */
export async function chargeMeeting(step: StepOf<"transcribe-window">): Promise<void> {
  const { deps, sql, meeting } = step;
  const isCounted = () => readAlive(sql)?.alive.state.usage === "counted";
  if (isCounted()) return;
  if (await deps.lists.chargeUsage(meeting)) {
    step.say({ type: "speech-asked" });
    if (isCounted()) return;
    // It failed or was deleted in this moment and asks for nothing more. Of a deleted one its removal writes the ledger.
    if (readAlive(sql) !== null) await deps.lists.releaseUsage(meeting, "failed");
    throw new StepFailed({ reason: "internal", retryable: false });
  }
  throw new StepFailed({ reason: "limit-reached", retryable: false });
}
