import * as z from "zod";
import { WHISPER_PROMPT_TOKENS_MAX } from "#app/domain/limits/words.ts";
import { promptOf } from "#app/domain/words/told-words.ts";
import { audioFileType } from "#app/media/audio-file-type.ts";
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
const answer = z.object({
  text: z.string().optional(),
  duration: z.number().optional(),
  segments: z
    .array(
      z.object({
        start: seconds,
        end: seconds,
        text: z.string(),
        speaker: z.string().nullish(),
        no_speech_prob: z.number().nullish(),
        avg_logprob: z.number().nullish(),
        compression_ratio: z.number().nullish(),
        /** Ours: the local server measures it. */
        loudness_dbfs: z.number().nullish(),
      }),
    )
    .max(SEGMENTS_MAX)
    .nullish(),
  words: z
    .array(z.object({ start: seconds, end: seconds, word: z.string() }))
    .max(WORDS_MAX)
    .nullish(),
});
/** Some servers omit the segments when they found no speech. Text without times cannot be used. */
const readable = answer.refine(({ text, segments }) => Array.isArray(segments) || text?.trim() === "");
type Answer = z.infer<typeof answer>;

export function openAiSpeech(input: { baseUrl: string; model: string | null; apiKey: string | null }): SpeechEngine {
  const { baseUrl, apiKey } = input;
  const model = input.model ?? MODEL_DEFAULT;
  return {
    id: `openai-${model.replace(/[^A-Za-z0-9._-]/g, "_")}`,
    async recognise({ audio, language, words, signal }) {
      const form = new FormData();
      const { name, contentType } = audioFileType(audio);
      form.set("file", new File([audio], name, { type: contentType }));
      form.set("model", model);
      form.set("language", language);
      const prompt = promptOf(words, WHISPER_PROMPT_TOKENS_MAX);
      if (prompt !== null) form.set("prompt", prompt);
      form.set("response_format", "verbose_json");
      form.append("timestamp_granularities[]", "segment");
      form.append("timestamp_granularities[]", "word");
      const said = await askOpenAi({
        service: "speech",
        url: openAiUrl(baseUrl, "audio/transcriptions"),
        apiKey,
        body: form,
        signal,
        schema: readable,
      });
      return toSpeech(said);
    },
  };
}

/** Seconds to milliseconds; each word goes to the segment in which its middle lies. */
function toSpeech({ segments, words }: Answer): RecognisedSpeech {
  const ms = (value: number) => Math.round(value * 1000);
  const timed = (words ?? []).map(({ start, end, word }) => ({
    startMs: ms(start),
    endMs: ms(end),
    text: word.trim(),
  }));
  return {
    segments: (segments ?? []).map((segment) => {
      const startMs = ms(segment.start);
      const endMs = ms(segment.end);
      const own = timed.filter((word) => {
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
