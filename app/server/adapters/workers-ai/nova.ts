import { NOVA_LANGUAGES } from "#app/domain/transcript/engine-languages.ts";
import * as z from "zod";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { KEYTERM_TOKENS_MAX } from "#app/domain/limits/words.ts";
import type { RecognisedSpeech, SpokenSegment } from "#app/domain/transcript/segment.ts";
import { promptOf } from "#app/domain/words/told-words.ts";
import { audioFileType } from "#app/media/audio-file-type.ts";

/** Deepgram's nova-3 of Workers AI: audio as a stream; words with the number of their speaker. */

const WORDS_MAX = 10_000;
/** A turn is cut into pieces that can be pointed at: at a pause, at the end of a sentence, at the latest after so much. */
const PAUSE_MS = 1500;
const PIECE_WORDS_MAX = 60;
const SENTENCE_END = /[.?!…]["'»”’)]*$/u;

/** One word of no confidence at all does not outweigh a sentence. */
const CONFIDENCE_MIN = 0.01;

const seconds = z.number().min(-1).max(86_400);
const answer = z.object({
  results: z.object({
    channels: z
      .array(
        z.object({
          alternatives: z
            .array(
              z.object({
                transcript: z.string().nullish(),
                words: z
                  .array(
                    z.object({
                      word: z.string(),
                      punctuated_word: z.string().nullish(),
                      start: seconds,
                      end: seconds,
                      confidence: z.number().min(0).max(1).nullish(),
                      speaker: z.number().int().min(0).max(999).nullish(),
                    }),
                  )
                  .max(WORDS_MAX)
                  .nullish(),
              }),
            )
            .min(1),
        }),
      )
      .min(1),
  }),
});
type NovaWord = { startMs: number; endMs: number; text: string; speaker: string | null; confidence: number | null };

export function novaSpeaks(language: MeetingLanguage): boolean {
  return NOVA_LANGUAGES.has(language);
}

export function novaInputs(
  audio: Uint8Array<ArrayBuffer>,
  language: MeetingLanguage,
  words: readonly string[],
): Record<string, unknown> {
  // The input's type is one text, where Deepgram's own API takes a list: the terms stand in it with commas.
  const keyterm = promptOf(words, KEYTERM_TOKENS_MAX);
  // A buffer in place of the stream is refused (error 5006).
  return {
    audio: { body: new Response(audio).body, contentType: audioFileType(audio).contentType },
    language,
    diarize: true,
    punctuate: true,
    ...(keyterm === null ? {} : { keyterm }),
  };
}

/**
 * Null where the answer is of another shape, or has text without times. Speakers are "Speaker 1" and so on, numbered
 * within this audio only: the same number in another window may be another person (domain/transcript/link-speakers.ts).
 */
export function readNova(value: unknown): RecognisedSpeech | null {
  const read = answer.safeParse(value);
  const best = read.data?.results.channels[0]?.alternatives[0];
  if (!best) return null;
  const words = (best.words ?? []).map(({ word, punctuated_word, start, end, speaker, confidence }): NovaWord => {
    const who = typeof speaker === "number" ? `Speaker ${speaker + 1}` : null;
    const ms = (value: number) => Math.round(value * 1000);
    return {
      startMs: ms(start),
      endMs: ms(end),
      text: (punctuated_word ?? word).trim(),
      speaker: who,
      confidence: confidence ?? null,
    };
  });
  if (words.length === 0 && (best.transcript ?? "").trim() !== "") return null;
  return { segments: piecesOf(words).map(toSegment), language: null };
}

function piecesOf(words: readonly NovaWord[]): NovaWord[][] {
  const pieces: NovaWord[][] = [];
  for (const word of words) {
    const piece = pieces.at(-1);
    const last = piece?.at(-1);
    const goesOn =
      piece !== undefined &&
      last !== undefined &&
      last.speaker === word.speaker &&
      word.startMs - last.endMs < PAUSE_MS &&
      piece.length < PIECE_WORDS_MAX &&
      !SENTENCE_END.test(last.text);
    if (goesOn) piece.push(word);
    else pieces.push([word]);
  }
  return pieces;
}

/** As Whisper says it; null where a word comes without its confidence. */
function meanLogProbability(words: readonly NovaWord[]): number | null {
  let sum = 0;
  for (const { confidence } of words) {
    if (confidence === null) return null;
    sum += Math.log(Math.max(confidence, CONFIDENCE_MIN));
  }
  return words.length === 0 ? null : sum / words.length;
}

function toSegment(words: readonly NovaWord[]): SpokenSegment {
  return {
    startMs: words[0]?.startMs ?? 0,
    endMs: words.at(-1)?.endMs ?? 0,
    text: words.map(({ text }) => text).join(" "),
    speaker: words[0]?.speaker ?? null,
    words: words.map(({ startMs, endMs, text }) => ({ startMs, endMs, text })),
    noSpeechProbability: null,
    meanLogProbability: meanLogProbability(words),
    compressionRatio: null,
  };
}
