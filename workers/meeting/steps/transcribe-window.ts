import { type WindowText, windowText } from "#app/contracts/window-text.ts";
import { invariant } from "#app/domain/invariant.ts";
import { dropInventions } from "#app/domain/transcript/drop-inventions.ts";
import type { RecognisedSpeech, SpeechEngine } from "#app/server/ports/speech.ts";
import { releaseAudio } from "#app/media/extract-window.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { windowTextKey } from "#app/server/storage/keys.ts";
import { StepFailed } from "#workers/meeting/step-failed.ts";
import { changedBy } from "#workers/meeting/steps/changed-by.ts";
import { openRecording } from "#workers/meeting/steps/open-recording.ts";
import type { StepOf } from "#workers/meeting/steps/step.ts";
import { readPlan, saveRecognised, type StoredPlan } from "#workers/meeting/store-transcript.ts";

type WindowStep = StepOf<"transcribe-window">;

/**
 * The text of one window: what is stored for the recording already, or else what the speech engine hears in it. Text is
 * stored under the recording before the meeting takes it, so that nobody pays for the same window again.
 */
export async function transcribeWindow(step: WindowStep): Promise<void> {
  const { deps, effect, sql, meeting } = step;
  const { speech, store } = deps;
  if (speech === null) throw new StepFailed({ reason: "speech-not-configured", retryable: false });
  const plan = readPlan(sql, effect.index);
  invariant(plan !== null, "a wanted window has a plan");
  const key = textKey(step, speech);
  const first = step.attempt === 1 && effect.run === 1;
  let text = parseText(await step.texts.read(meeting.recordingId, key, first));
  if (text === null) {
    text = await recognise(step, speech, plan);
    await store.put(key, JSON.stringify(text), "application/json");
  }
  const { segments, dropped } = text;
  const { index, startMs, endMs } = plan;
  step.finish(
    { type: "window-recognised", index },
    {
      changed: { segments: changedBy(index, meeting.state.windows) },
      write: (sql) => saveRecognised(sql, { index, startMs, endMs, segments }, dropped),
    },
  );
}

function textKey({ effect, meeting }: WindowStep, speech: SpeechEngine): string {
  const { media } = meeting.state;
  invariant(media.kind === "landed", "a window of a recording that has not landed");
  return windowTextKey({
    recordingId: meeting.recordingId,
    source: media.version.etag,
    window: effect.index,
    language: meeting.details.language,
    engine: speech.id,
  });
}

/** What is stored and cannot be read any more is recognised again. */
function parseText(stored: string | null): WindowText | null {
  if (stored === null) return null;
  try {
    return windowText.safeParse(JSON.parse(stored)).data ?? null;
  } catch {
    return null;
  }
}

async function recognise(step: WindowStep, speech: SpeechEngine, plan: StoredPlan): Promise<WindowText> {
  const { deps, effect, meeting, signal } = step;
  const { audio, audioStartMs, audioEndMs, silences } = await deps.media.extract(openRecording(step), plan);
  step.say({ type: "window-extracted", index: effect.index });
  const heard = await hear(() => speech.recognise({ audio, language: meeting.details.language, signal })).finally(() =>
    releaseAudio(audio),
  );
  const { kept, dropped, counts } = dropInventions(heard, { durationMs: audioEndMs - audioStartMs, silences });
  if (dropped > 0) deps.log("meeting.window.inventions", { meetId: meeting.meetId, window: effect.index, ...counts });
  const shift = (ms: number) => Math.round(ms + audioStartMs);
  return {
    segments: kept.map(({ startMs, endMs, text, speaker, words }) => ({
      startMs: shift(startMs),
      endMs: shift(endMs),
      text,
      speaker,
      words: words?.map((word) => ({ ...word, startMs: shift(word.startMs), endMs: shift(word.endMs) })) ?? null,
    })),
    dropped,
  };
}

async function hear(ask: () => Promise<RecognisedSpeech>): Promise<RecognisedSpeech> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { retryable, retryAfterMs } = error;
    const reason = retryable ? "speech-unavailable" : "speech-refused";
    throw new StepFailed({ reason, retryable, retryAfterMs, cause: error });
  }
}
