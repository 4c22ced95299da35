import * as z from "zod";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { parseHeardLanguage, whisperCode } from "#app/domain/transcript/engine-languages.ts";
import { WHISPER_PROMPT_TOKENS_MAX } from "#app/domain/limits/words.ts";
import type { RecognisedSpeech } from "#app/domain/transcript/segment.ts";
import { promptOf } from "#app/domain/words/told-words.ts";

/** Whisper of Workers AI: audio as base64 in JSON; segments with words, seconds of the audio. Knows no speakers. */

const SEGMENTS_MAX = 2000;
const WORDS_MAX = 10_000;
/** A multiple of three, so that the pieces' base64 can be joined; small enough to be a call's arguments. */
const BASE64_STEP = 3 * 8192;

const seconds = z.number().min(-1).max(86_400);
const number = z.number().nullish();
/** Answered for audio in which nobody speaks, too: then there are no segments, and the text is empty. */
const answer = z.object({
  text: z.string().nullish(),
  transcription_info: z.object({ duration: number, language: z.string().nullish().catch(null) }).nullish(),
  segments: z
    .array(
      z.object({
        start: seconds,
        end: seconds,
        text: z.string(),
        avg_logprob: number,
        compression_ratio: number,
        no_speech_prob: number,
        words: z
          .array(z.object({ word: z.string(), start: seconds, end: seconds }))
          .max(WORDS_MAX)
          .nullish(),
      }),
    )
    .max(SEGMENTS_MAX)
    .nullish(),
});

export function whisperInputs(
  audio: Uint8Array,
  language: MeetingLanguage,
  words: readonly string[],
): Record<string, unknown> {
  const prompt = promptOf(words, WHISPER_PROMPT_TOKENS_MAX);
  // Left out, the language is English.
  return {
    audio: toBase64(audio),
    task: "transcribe",
    language: whisperCode(language),
    ...(prompt === null ? {} : { initial_prompt: prompt }),
  };
}

/** Null where the answer is of another shape, or has text without times. */
export function readWhisper(value: unknown): RecognisedSpeech | null {
  const read = answer.safeParse(value);
  if (!read.success) return null;
  const { text, segments, transcription_info: about } = read.data;
  const language = parseHeardLanguage(about?.language);
  if (!segments || segments.length === 0) return text?.trim() === "" ? { segments: [], language } : null;
  const ms = (value: number) => Math.round(value * 1000);
  return {
    language,
    segments: segments.map((segment) => {
      const words = segment.words?.map(({ word, start, end }) => ({
        startMs: ms(start),
        endMs: ms(end),
        text: word.trim(),
      }));
      return {
        startMs: ms(segment.start),
        endMs: ms(segment.end),
        text: segment.text.trim(),
        speaker: null,
        words: words && words.length > 0 ? words : null,
        noSpeechProbability: segment.no_speech_prob ?? null,
        meanLogProbability: segment.avg_logprob ?? null,
        compressionRatio: segment.compression_ratio ?? null,
      };
    }),
  };
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += BASE64_STEP) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + BASE64_STEP)));
  }
  return text;
}
