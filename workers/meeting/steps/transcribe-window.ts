import { type WindowText, windowText } from "#app/contracts/window-text.ts";
import { invariant } from "#app/domain/invariant.ts";
import { dropInventions } from "#app/domain/transcript/drop-inventions.ts";
import { SpeechMissing, SpeechNotReady, type SpeechEngine } from "#app/server/ports/speech.ts";
import { releaseAudio } from "#app/media/extract-window.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { windowTextKey } from "#app/server/storage/keys.ts";
import { StepFailed } from "#workers/meeting/step-failed.ts";
import { StepWaits } from "#workers/meeting/step-waits.ts";
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
  await makeReady(step, speech);
  const { audio, audioStartMs, audioEndMs, silences } = await deps.media.extract(openRecording(step), plan);
  step.say({ type: "window-extracted", index: effect.index });
  const ask = () => speech.recognise({ audio, language: meeting.details.language, signal });
  const heard = await hear(step, ask).finally(() => releaseAudio(audio));
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

/** An engine that has to fetch its model first is asked before the recording is read; the page shows how far it is. */
async function makeReady(step: WindowStep, speech: SpeechEngine): Promise<void> {
  const { effect, meeting, signal } = step;
  if (speech.prepare === undefined) return;
  const ask = `${meeting.meetId}/${effect.run}`;
  await hear(step, async () => speech.prepare?.({ ask, signal }));
  step.say({ type: "speech-awaited", run: effect.run, download: null });
}

async function hear<Answer>(step: WindowStep, question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof SpeechNotReady) {
      step.say({ type: "speech-awaited", run: step.effect.run, download: error.download });
      throw new StepWaits(error.retryAfterMs);
    }
    if (error instanceof SpeechMissing) {
      throw new StepFailed({ reason: `speech-${error.missing}-missing`, retryable: false, cause: error });
    }
    if (!(error instanceof UpstreamError)) throw error;
    const { retryable, retryAfterMs } = error;
    const reason = refusalReason(error);
    throw new StepFailed({ reason, retryable, retryAfterMs, cause: error });
  }
}

/** A key that is refused says nothing of the recording: another file would be refused as well. */
function refusalReason({ retryable, status }: UpstreamError) {
  if (retryable) return "speech-unavailable";
  return KEY_REFUSED.has(status ?? 0) ? "speech-key-refused" : "speech-refused";
}

/** HTTP: no key or a wrong one, an account that is not paid, a key that may not do this. */
const KEY_REFUSED: ReadonlySet<number> = new Set([401, 402, 403]);
