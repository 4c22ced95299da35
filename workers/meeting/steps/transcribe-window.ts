import { type WindowText, windowText } from "#app/contracts/meeting/window-text.ts";
import { dropEcho } from "#app/domain/here/drop-echo.ts";
import { invariant } from "#app/domain/invariant.ts";
import { DETECT_LANGUAGE, type LanguageChoice, type MeetingLanguage } from "#app/domain/languages.ts";
import { WINDOW_CLAIM_WAIT_MS, WINDOW_LAST_MS_MAX } from "#app/domain/limits/steps.ts";
import { sha256Base64 } from "#app/domain/sha256.ts";
import { giveSpeakers, type SpeakerStretch } from "#app/domain/transcript/call-speakers.ts";
import { voicesOf } from "#app/domain/meeting/call-fact.ts";
import { voicesIn } from "#app/domain/meeting/voices.ts";
import { dropInventions, hasForeignTimes } from "#app/domain/transcript/drop-inventions.ts";
import { repeatsPrompt } from "#app/domain/words/told-words.ts";
import { releaseAudio } from "#app/media/windows/extract-window.ts";
import type { WindowTextKey } from "#app/server/ports/recording-store.ts";
import { SpeechMissing, SpeechNotReady, type SpeechEngine } from "#app/server/ports/speech.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { callWindowKey, soundWindowKey, windowTextKey } from "#app/server/storage/keys.ts";
import { StepWaits } from "#workers/durable/runner.ts";
import { beginVoices, prepareVoices } from "#workers/meeting/steps/find-voices.ts";
import { usesVoices } from "#workers/meeting/steps/read-voices.ts";
import { changedBy } from "#workers/meeting/steps/merge-transcript.ts";
import { engineSignal, openRecording, StepFailed, type StepOf } from "#workers/meeting/steps/step.ts";
import { readCallWindow } from "#workers/meeting/store/call.ts";
import { noteHeard, settleLanguage } from "#workers/meeting/store/heard-language.ts";
import { readSoundWindow } from "#workers/meeting/store/sound.ts";
import { readPlan } from "#workers/meeting/store/text-sources.ts";
import { saveRecognised } from "#workers/meeting/store/transcript.ts";
import { readAlive } from "#workers/meeting/view.ts";
import { shiftSegments, showParts } from "#workers/meeting/steps/window-parts.ts";

type WindowStep = StepOf<"transcribe-window">;

/**
 * Gets the text of one window: the stored text of the recording, or else the speech engine's. Text is stored under the
 * recording before the meeting takes it, so that the same window is not paid for again; when several meetings may want it at
 * once, one of them asks the engine and the others wait for the stored text.
 */
export async function transcribeWindow(step: WindowStep): Promise<void> {
  const { deps, sql, meeting } = step;
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
        if (text.heard) noteHeard(sql, index, { language: text.heard, spokenMs: spokenMs(segments) });
        settleLanguage(sql, null);
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
  if (text === null || (text.segments.length > 0 && text.heard !== meeting.details.language)) return null;
  await charge(step);
  return text;
}

/** The sound of a window: cut out of a recording, or a stored file of its own (of a call, or of an upload). */
type Sound = {
  index: number;
  startMs: number;
  endMs: number;
  /** Several meetings may use the recording. */
  shared: boolean;
  /** Identifies the bytes of the sound: part of the key of its text. */
  source: string;
  /** Stretches that another window of the same time has too; their words are left out. In ms of the recording. */
  echo: readonly { startMs: number; endMs: number }[];
  /** The speakers and their times when the source knows them; the engine's own labels are then ignored. */
  speakers: readonly SpeakerStretch[] | null;
  open(): Promise<{
    audio: Uint8Array<ArrayBuffer>;
    audioStartMs: number;
    audioEndMs: number;
    silences: readonly { startMs: number; endMs: number }[];
  }>;
};

function soundOf(step: WindowStep): Sound {
  const { deps, effect, meeting, sql } = step;
  const landed = storedSound(step);
  if (landed) return landed;
  if (!meeting.state.call) {
    const plan = readPlan(sql, effect.index);
    invariant(plan !== null, "a wanted window has a plan");
    const { media } = meeting.state;
    invariant(media.kind === "landed", "a window of a recording that has not landed");
    const source = media.version.etag;
    return {
      ...plan,
      shared: false,
      speakers: null,
      echo: [],
      source,
      open: () => deps.media.extract(openRecording(step), plan),
    };
  }
  const window = readCallWindow(sql, effect.index);
  invariant(window !== null, "a wanted window of a call was told");
  // The sound begins in the window before, whose own signals name the speakers there.
  const before = readCallWindow(sql, effect.index - voicesOf(meeting.state.call));
  // Several people may be in the room of one microphone: the engine's own labels are all there is.
  const isRoom = meeting.state.call.place.here === "microphone";
  return {
    ...window,
    shared: true,
    // A call's windows were cut while it ran, and no file that comes of it later makes others of them.
    source: CALL_SOURCE,
    speakers: isRoom ? null : [...(before?.speakers ?? []), ...window.speakers],
    async open() {
      const stored = await deps.store.getBytes(callWindowKey(meeting.recordingId, effect.index));
      if (stored === null) throw new UpstreamError({ service: "recording-store", retryable: true });
      return { ...window, audio: new Uint8Array(stored) };
    },
  };
}

/**
 * A window of an upload whose sound stands in the store by itself (store-sound.ts): sent ahead of the video, or cut out of a
 * file of another kind. Null where it does not, and the recording itself is read.
 */
function storedSound({ deps, effect, meeting, sql }: WindowStep): Sound | null {
  const window = readSoundWindow(sql, effect.index);
  if (!window?.landed || !window.file) return null;
  const { file } = window;
  return {
    ...window,
    shared: false,
    speakers: null,
    echo: [],
    source: file.sha256,
    async open() {
      const stored = await deps.store.getBytes(soundWindowKey(meeting.recordingId, { ...window, sha256: file.sha256 }));
      // Gone, or not the file that had landed: the next attempt looks again, and uses the video once that is there.
      if (stored === null || stored.byteLength !== file.bytes || (await sha256Base64(stored)) !== file.sha256) {
        throw new UpstreamError({ service: "recording-store", retryable: true });
      }
      return { ...window, silences: file.silences, audio: new Uint8Array(stored) };
    },
  };
}

async function ownText(step: WindowStep, key: WindowTextKey, sound: Sound, speech: SpeechEngine): Promise<WindowText> {
  const { meeting, texts } = step;
  const first = step.attempt === 1 && step.effect.run === 1;
  const stored = parseText(await texts.read(meeting.recordingId, windowTextKey(key), first));
  if (stored === null) return recogniseAndStore(step, key, sound, speech);
  await charge(step);
  return stored;
}

async function sharedText(
  step: WindowStep,
  key: WindowTextKey,
  sound: Sound,
  speech: SpeechEngine,
): Promise<WindowText> {
  const { deps, meeting } = step;
  const read = async () => parseText(await deps.store.getText(windowTextKey(key)));
  const stored = await read();
  if (stored) {
    await charge(step);
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
    await charge(step);
    return storedMeanwhile;
  } finally {
    await claim.release();
  }
}

async function recogniseAndStore(
  step: WindowStep,
  key: WindowTextKey,
  sound: Sound,
  speech: SpeechEngine,
): Promise<WindowText> {
  const text = await recognise(step, speech, sound, key.language === DETECT_LANGUAGE ? null : key.language);
  await step.deps.store.put(windowTextKey(key), JSON.stringify(text), "application/json");
  return text;
}

function textKey(
  { effect, meeting }: WindowStep,
  { source }: Sound,
  speech: SpeechEngine,
  language: LanguageChoice,
): WindowTextKey {
  return { recordingId: meeting.recordingId, source, window: effect.index, language, engine: speech.id };
}

const CALL_SOURCE = "call";

/** Null for stored text that cannot be read any more, so that the window is recognised again. */
function parseText(stored: string | null): WindowText | null {
  if (stored === null) return null;
  try {
    return windowText.safeParse(JSON.parse(stored)).data ?? null;
  } catch {
    return null;
  }
}

async function recognise(
  step: WindowStep,
  speech: SpeechEngine,
  sound: Sound,
  language: MeetingLanguage | null,
): Promise<WindowText> {
  const { deps, effect, meeting } = step;
  await makeReady(step, speech, language);
  const tellsVoices = sound.speakers === null && usesVoices(step);
  if (tellsVoices) await prepareVoices(step);
  // They are no part of the text's key: a changed list never pays for a window again, and later meetings are offered corrections.
  const words = (await deps.words(meeting)).map(({ word }) => word);
  const { audio, audioStartMs, audioEndMs, silences } = await sound.open();
  step.say({ type: "window-extracted", index: effect.index });
  // Last before the engine is asked: a person who gives up while the model is fetched or the sound is read has used nothing.
  await charge(step).catch((error: unknown) => {
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
  const heard = async () => {
    try {
      return await askSpeech(step, ask);
    } finally {
      await voices?.settle();
      releaseAudio(audio);
    }
  };
  const recognised = await heard();
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

/**
 * Counts the meeting before it gets text from a speech engine, in the ledger and then in its own state. An upload that was
 * accepted and a call that is recorded count already; sound ahead of its video, and released usage, do not.
 */
async function charge(step: WindowStep): Promise<void> {
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
