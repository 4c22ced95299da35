import * as z from "zod";
import { textLanguage } from "#app/domain/languages.ts";
import { parseHeardLanguage, whisperCode } from "#app/domain/transcript/engine-languages.ts";
import { WHISPER_PROMPT_TOKENS_MAX } from "#app/domain/limits/words.ts";
import { promptOf } from "#app/domain/words/told-words.ts";
import { audioFileType } from "#app/media/audio-file-type.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import type { RecognisedSpeech, SpeechEngine } from "#app/server/ports/speech.ts";
import { askOpenAi, openAiUrl } from "#app/server/adapters/openai/ask.ts";

/**
 * Speech by any server that speaks OpenAI's `POST /v1/audio/transcriptions`: whisper.cpp's, faster-whisper's, vLLM's or a
 * cloud's. Asked for verbose JSON with segments and words; what a server leaves out is null. Names and terms are the prompt.
 */

const MODEL_DEFAULT = "whisper-1";

/** Upper bounds: people say fewer than 30 words per second, and a window is about five minutes long. */
const SEGMENTS_MAX = 2000;
const WORDS_MAX = 10_000;

const seconds = z.number().min(-1).max(86_400);
const wordSchema = z.object({ start: seconds, end: seconds, word: z.string() });
const segment = z.object({
  start: seconds,
  end: seconds,
  text: z.string(),
  speaker: z.string().nullish(),
  no_speech_prob: z.number().nullish(),
  avg_logprob: z.number().nullish(),
  compression_ratio: z.number().nullish(),
  /** Ours: the local server measures it, and gives each segment its words. */
  loudness_dbfs: z.number().nullish(),
  words: z.array(wordSchema).max(WORDS_MAX).nullish(),
});
const answer = z.object({
  text: z.string().optional(),
  duration: z.number().optional(),
  /** "en" or "english". */
  language: z.string().nullish().catch(null),
  detected_language: z.string().nullish().catch(null),
  segments: z.array(segment).max(SEGMENTS_MAX).nullish(),
  words: z.array(wordSchema).max(WORDS_MAX).nullish(),
});
/** Some servers omit the segments when they found no speech. Text without times cannot be used. */
export const readable = answer.refine(({ text, segments }) => Array.isArray(segments) || text?.trim() === "");
type Answer = z.infer<typeof answer>;
/** One segment of an answer that is streamed. */
export const streamedSegment = segment;
/** A segment of an answer, or of a part of one. */
export type AnsweredSegment = z.infer<typeof segment>;

function isRefused(error: unknown): boolean {
  return error instanceof UpstreamError && error.status === 400;
}

export function openAiSpeech(input: { baseUrl: string; model: string | null; apiKey: string | null }): SpeechEngine {
  const { baseUrl, apiKey } = input;
  const model = input.model ?? MODEL_DEFAULT;
  return {
    hears: true,
    ...(TELLS_SPEAKERS.test(model) && { numbersSpeakers: true as const }),
    id: `openai-${model.replace(/[^A-Za-z0-9._-]/g, "_")}`,
    async recognise({ audio, language, words, signal }) {
      const ask = (told: typeof language) =>
        askOpenAi({
          service: "speech",
          url: openAiUrl(baseUrl, "audio/transcriptions"),
          apiKey,
          body: speechForm({ audio, language: told, words, model }),
          signal,
          schema: readable,
        });
      const said = await ask(language).catch((error: unknown) => {
        // Servers know different languages, and refuse the code of one that they do not know: then it is heard.
        if (language === null || textLanguage(language) !== null || !isRefused(error)) throw error;
        return ask(null);
      });
      const heard = toSpeech(said);
      if (!TELLS_SPEAKERS.test(model)) return heard;
      return { ...heard, segments: heard.segments.map((one) => ({ ...one, speaker: labelOf(one.speaker) })) };
    },
  };
}

/** The request's form: a file of one window, whose text is wanted with the times of segments and words. */
export function speechForm({
  audio,
  language,
  words,
  model,
}: Pick<Window, "audio" | "language" | "words"> & { model: string }): FormData {
  const form = new FormData();
  const { name, contentType } = audioFileType(audio);
  form.set("file", new File([audio], name, { type: contentType }));
  form.set("model", model);
  // Left out, it is heard.
  if (language !== null) form.set("language", whisperCode(language));
  if (TELLS_SPEAKERS.test(model)) {
    // These models take neither a prompt nor times of words, and need to be told how to cut more than half a minute.
    form.set("response_format", "diarized_json");
    form.set("chunking_strategy", "auto");
    return form;
  }
  const prompt = promptOf(words, WHISPER_PROMPT_TOKENS_MAX);
  if (prompt !== null) form.set("prompt", prompt);
  form.set("response_format", "verbose_json");
  form.append("timestamp_granularities[]", "segment");
  form.append("timestamp_granularities[]", "word");
  return form;
}

/** "gpt-4o-transcribe-diarize": the answer has a speaker for each segment, numbered by letters within one file. */
const TELLS_SPEAKERS = /diarize/iu;
const LETTERS = /^[A-Z]{1,2}$/u;

/** Letters become labels in the form of all others; names that the model was told stay as they are. */
function labelOf(speaker: string | null): string | null {
  return speaker !== null && LETTERS.test(speaker) ? `Speaker ${speaker}` : speaker;
}

type Window = Parameters<SpeechEngine["recognise"]>[0];

/** Seconds to milliseconds; each word that stands by itself goes to the segment in which its middle lies. */
export function toSpeech({
  segments,
  words,
  language,
  detected_language: detected,
}: Pick<Answer, "segments" | "words" | "language" | "detected_language">): RecognisedSpeech {
  const ms = (value: number) => Math.round(value * 1000);
  const toWord = ({ start, end, word }: z.infer<typeof wordSchema>) => ({
    startMs: ms(start),
    endMs: ms(end),
    text: word.trim(),
  });
  const timed = (words ?? []).map(toWord);
  return {
    language: parseHeardLanguage(detected ?? language),
    segments: (segments ?? []).map((segment) => {
      const startMs = ms(segment.start);
      const endMs = ms(segment.end);
      const own =
        segment.words?.map(toWord) ??
        timed.filter((word) => {
          const middle = (word.startMs + word.endMs) / 2;
          return middle >= startMs && middle < endMs;
        });
      return {
        startMs,
        endMs,
        text: segment.text.trim(),
        speaker: segment.speaker ?? null,
        words: own.length > 0 ? own : null,
        noSpeechProbability: segment.no_speech_prob ?? null,
        meanLogProbability: segment.avg_logprob ?? null,
        compressionRatio: segment.compression_ratio ?? null,
        ...(typeof segment.loudness_dbfs === "number" ? { loudnessDbfs: segment.loudness_dbfs } : {}),
      };
    }),
  };
}
