import { type WindowText, windowText } from "#app/contracts/meeting/window-text.ts";
import { dropEcho } from "#app/domain/here/drop-echo.ts";
import { DETECT_LANGUAGE, type LanguageChoice } from "#app/domain/meeting-languages.ts";
import { WINDOW_CLAIM_WAIT_MS } from "#app/domain/limits/steps.ts";
import { giveSpeakers } from "#app/domain/transcript/call-speakers.ts";
import { voicesIn } from "#app/domain/meeting/voices.ts";
import { windowLanguage } from "#app/domain/transcript/heard-language.ts";
import type { WindowTextKey } from "#app/server/ports/recording-store.ts";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import { windowTextKey } from "#app/server/storage/keys.ts";
import { StepWaits } from "#workers/durable/runner.ts";
import { chargeMeeting } from "#workers/meeting/steps/charge-meeting.ts";
import { changedBy } from "#workers/meeting/steps/merge-transcript.ts";
import { recogniseWindow } from "#workers/meeting/steps/recognise-window.ts";
import { StepFailed, type StepOf } from "#workers/meeting/steps/step.ts";
import { soundOf, type WindowSound } from "#workers/meeting/steps/window-sound.ts";
import { noteHeard, settleLanguage } from "#workers/meeting/store/heard-language.ts";
import { enqueue, sequenceOf } from "#workers/meeting/store/store.ts";
import { saveRecognised } from "#workers/meeting/store/transcript.ts";
import { readAlive } from "#workers/meeting/view.ts";

type WindowStep = StepOf<"transcribe-window">;

/**
 * Gets the text of one window: the stored text of the recording, or else the speech engine's. Text is stored under the
 * recording before the meeting takes it, so that the same window is not paid for again; when several meetings may want it at
 * once, one of them asks the engine and the others wait for the stored text.
 */
export async function transcribeWindow(step: WindowStep): Promise<void> {
  const { deps, effect, sql, meeting } = step;
  const { speech } = deps;
  if (speech === null) throw new StepFailed({ reason: "speech-not-configured", retryable: false });
  const source = soundOf(step);
  // Not yet decided, and the engine hears it: the window is stored under that, and taken from there later, whatever was decided since.
  const hears = meeting.details.hearsLanguage === true && speech.hears === true;
  const detectedKey = textKey(step, source, speech, DETECT_LANGUAGE);
  const key = hears ? detectedKey : textKey(step, source, speech, meeting.details.language);
  const earlier = hears ? null : await textBefore(step, detectedKey);
  const text = earlier ?? (await (source.shared ? sharedText : ownText)(step, key, source, speech));
  const { dropped } = text;
  const { index, startMs, endMs } = source;
  const own = dropEcho(text.segments, source.echo);
  const segments = source.speakers === null ? own : giveSpeakers(own, source.speakers);
  step.finish(
    { type: "window-recognised", index },
    {
      changed: {
        segments: changedBy(index, readAlive(sql)?.alive.state.windows ?? meeting.state.windows, {
          short: source.shared,
          voices: voicesIn(readAlive(sql)?.alive.state ?? meeting.state),
        }),
      },
      write(sql) {
        saveRecognised(sql, { index, startMs, endMs, segments }, { dropped });
        if (text.heard && hears)
          noteHeard(sql, index, { language: windowLanguage(text.heard, segments), spokenMs: spokenMs(segments) });
        settleLanguage(sql, null);
        if (deps.language.readAhead) enqueue(sql, { type: "read-ahead", run: effect.run }, deps.now(), sequenceOf(sql));
      },
    },
  );
}

function spokenMs(segments: WindowText["segments"]): number {
  return segments.reduce((sum, { startMs, endMs }) => sum + Math.max(0, endMs - startMs), 0);
}

/**
 * The text of a window that this meeting had recognised before its language was decided: it is not paid for twice, unless it was heard in
 * another language than the one that a person has chosen since.
 */
async function textBefore(step: WindowStep, key: WindowTextKey): Promise<WindowText | null> {
  const { attempt, deps, effect, meeting } = step;
  if (attempt === 1 && effect.run === 1) return null;
  const text = parseText(await deps.store.getText(windowTextKey(key)));
  if (text === null) return null;
  const { heard, segments } = text;
  const isOther = !heard || windowLanguage(heard, segments) !== meeting.details.language;
  if (segments.length > 0 && isOther) return null;
  await chargeMeeting(step);
  return text;
}

async function ownText(
  step: WindowStep,
  key: WindowTextKey,
  sound: WindowSound,
  speech: SpeechEngine,
): Promise<WindowText> {
  const { meeting, texts } = step;
  const first = step.attempt === 1 && step.effect.run === 1;
  const stored = parseText(await texts.read(meeting.recordingId, windowTextKey(key), first));
  if (stored === null) return recogniseAndStore(step, key, sound, speech);
  await chargeMeeting(step);
  return stored;
}

async function sharedText(
  step: WindowStep,
  key: WindowTextKey,
  sound: WindowSound,
  speech: SpeechEngine,
): Promise<WindowText> {
  const { deps, meeting } = step;
  const read = async () => parseText(await deps.store.getText(windowTextKey(key)));
  const stored = await read();
  if (stored) {
    await chargeMeeting(step);
    // A step killed between storing the text and releasing the claim leaves a claim that lasts as long as the recording. The
    // number of attempts does not show this, because an event of the call resets it.
    await deps.recordings.forget(key, meeting.meetId);
    return stored;
  }
  const claim = await deps.recordings.claim(key, meeting.meetId, deps.now());
  if (claim === null) throw new StepWaits(WINDOW_CLAIM_WAIT_MS);
  try {
    // The earlier holder of the claim may have stored the text between our read and our claim.
    const storedMeanwhile = await read();
    if (storedMeanwhile === null) return await recogniseAndStore(step, key, sound, speech);
    await chargeMeeting(step);
    return storedMeanwhile;
  } finally {
    await claim.release();
  }
}

async function recogniseAndStore(
  step: WindowStep,
  key: WindowTextKey,
  sound: WindowSound,
  speech: SpeechEngine,
): Promise<WindowText> {
  const text = await recogniseWindow(step, speech, sound, key.language === DETECT_LANGUAGE ? null : key.language);
  await step.deps.store.put(windowTextKey(key), JSON.stringify(text), "application/json");
  return text;
}

function textKey(
  { effect, meeting }: WindowStep,
  { source }: WindowSound,
  speech: SpeechEngine,
  language: LanguageChoice,
): WindowTextKey {
  return { recordingId: meeting.recordingId, source, window: effect.index, language, engine: speech.id };
}

/** Null for stored text that cannot be read any more, so that the window is recognised again. */
function parseText(stored: string | null): WindowText | null {
  if (stored === null) return null;
  try {
    return windowText.safeParse(JSON.parse(stored)).data ?? null;
  } catch {
    return null;
  }
}
