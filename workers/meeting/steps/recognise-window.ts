import type { WindowText } from "#app/contracts/meeting/window-text.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { WINDOW_LAST_MS_MAX } from "#app/domain/limits/steps.ts";
import { dropInventions, hasForeignTimes } from "#app/domain/transcript/drop-inventions.ts";
import { repeatsPrompt } from "#app/domain/words/told-words.ts";
import { releaseAudio } from "#app/media/windows/extract-window.ts";
import { SpeechMissing, SpeechNotReady, type SpeechEngine } from "#app/server/ports/speech.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { StepWaits } from "#workers/durable/runner.ts";
import { chargeMeeting } from "#workers/meeting/steps/charge-meeting.ts";
import { beginVoices, prepareVoices } from "#workers/meeting/steps/find-voices.ts";
import { usesVoices } from "#workers/meeting/steps/read-voices.ts";
import { engineSignal, StepFailed, type StepOf } from "#workers/meeting/steps/step.ts";
import { shiftSegments, showParts } from "#workers/meeting/steps/window-parts.ts";
import type { WindowSound } from "#workers/meeting/steps/window-sound.ts";
import { askedWords } from "#workers/meeting/store/asked-words.ts";

type WindowStep = StepOf<"transcribe-window">;

/** Asks the speech engine for the text of one window, and leaves out what nobody said. */
export async function recogniseWindow(
  step: WindowStep,
  speech: SpeechEngine,
  sound: WindowSound,
  language: MeetingLanguage | null,
): Promise<WindowText> {
  const { deps, effect, meeting } = step;
  await makeReady(step, speech, language);
  const tellsVoices = usesVoices(step, effect.index);
  if (tellsVoices) await prepareVoices(step);
  // They are no part of the text's key: a changed list never pays for a window again, and later meetings are offered corrections.
  const words = await askedWords(deps, step.sql, meeting);
  const { audio, audioStartMs, audioEndMs, silences } = await sound.open();
  step.say({ type: "window-extracted", index: effect.index });
  // Last before the engine is asked: a person who gives up while the model is fetched or the sound is read has used nothing.
  await chargeMeeting(step).catch((error: unknown) => {
    releaseAudio(audio);
    throw error;
  });
  const durationMs = audioEndMs - audioStartMs;
  if (isSilent(durationMs, silences)) {
    releaseAudio(audio);
    return { segments: [], dropped: 0 };
  }
  const signal = engineSignal(step, WINDOW_LAST_MS_MAX);
  const shift = (ms: number) => Math.round(ms + audioStartMs);
  const queue = { recording: meeting.recordingId, isLive: sound.shared, positionMs: sound.startMs };
  const parts = sound.shared ? {} : { onPart: showParts(step, sound, { durationMs, shift }) };
  const ask = async () => {
    const answer = await speech.recognise({ audio, language, words, signal, queue, ...parts });
    if (!hasForeignTimes(answer, durationMs)) return answer;
    throw new UpstreamError({ service: "speech", retryable: true, cause: new Error("times outside the window") });
  };
  const voices = tellsVoices ? beginVoices(step, { source: sound.source, audio, audioStartMs }) : null;
  const heard = askSpeech(step, ask);
  void Promise.allSettled([heard, voices]).then(() => releaseAudio(audio));
  const recognised = await heard;
  const spoken = recognised.segments.filter((segment) => !repeatsPrompt(segment, words));
  const echoes = recognised.segments.length - spoken.length;
  const judged = dropInventions({ segments: spoken }, { durationMs, silences });
  const { kept } = judged;
  const dropped = judged.dropped + echoes;
  const counts = { ...judged.counts, ...(echoes > 0 ? { prompt: echoes } : {}) };
  if (dropped > 0) deps.log("meeting.window.inventions", { meetId: meeting.meetId, window: effect.index, ...counts });
  const left = dropped + (recognised.dropped ?? 0);
  return { segments: shiftSegments(kept, shift), dropped: left, heard: recognised.language };
}

/** Less sound than this holds no word. */
const WORD_MS_MIN = 200;

/**
 * Tells whether a window is digital silence, of which an engine could only invent words: a track that was turned off, a device that was
 * muted.
 */
function isSilent(durationMs: number, silences: readonly { startMs: number; endMs: number }[]): boolean {
  const silentMs = silences.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return durationMs - silentMs < WORD_MS_MIN;
}

/** An engine that has to fetch its model first is asked before the recording is read; the page shows how far it is. */
async function makeReady(step: WindowStep, speech: SpeechEngine, language: MeetingLanguage | null): Promise<void> {
  const { effect, meeting, signal } = step;
  if (speech.prepare === undefined) return;
  const ask = `${meeting.meetId}/${effect.run}`;
  const model = await askSpeech(step, async () => speech.prepare?.({ ask, language, signal }));
  step.say({ type: "speech-awaited", run: effect.run, download: null, instead: model?.instead ?? null });
}

async function askSpeech<Answer>(step: WindowStep, question: () => Promise<Answer>): Promise<Answer> {
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

/** A refused key is no fault of the recording: another file would be refused as well. */
function refusalReason({ retryable, status }: UpstreamError) {
  if (retryable) return "speech-unavailable";
  return KEY_REFUSED.has(status ?? 0) ? "speech-key-refused" : "speech-refused";
}

/** HTTP: no key or a wrong one, an account that is not paid, a key that may not do this. */
const KEY_REFUSED: ReadonlySet<number> = new Set([401, 402, 403]);
