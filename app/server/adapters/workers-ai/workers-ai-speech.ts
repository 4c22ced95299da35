import { invariant } from "#app/domain/invariant.ts";
import { novaInputs, novaSpeaks, readNova } from "#app/server/adapters/workers-ai/nova.ts";
import { type AiRunner, modelId, runModel } from "#app/server/adapters/workers-ai/run-model.ts";
import { readWhisper, whisperInputs } from "#app/server/adapters/workers-ai/whisper.ts";
import type { SpeechEngine } from "#app/server/ports/speech.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

const WHISPER = "@cf/openai/whisper-large-v3-turbo";

/**
 * Speech by Workers AI: Whisper, or nova-3 when the configuration names it and it supports the meeting's language
 * (Whisper transcribes the others). Neither hears the language: by its documentation, Whisper takes it for English where none is given.
 */
export function workersAiSpeech(input: { ai: AiRunner; model: string | null }): SpeechEngine {
  const { ai } = input;
  const model = input.model ?? WHISPER;
  const isNova = model.endsWith("/nova-3");
  return {
    id: modelId(model),
    ...(isNova && { numbersSpeakers: true as const }),
    async recognise({ audio, language, words, signal }) {
      invariant(language !== null, "only an engine that hears the language is asked without one");
      const byNova = isNova && novaSpeaks(language);
      const said = await runModel({
        ai,
        service: "speech",
        model: isNova && !byNova ? WHISPER : model,
        inputs: byNova ? novaInputs(audio, language, words) : whisperInputs(audio, language, words),
        signal,
      });
      const speech = byNova ? readNova(said) : readWhisper(said);
      if (speech === null)
        throw new UpstreamError({ service: "speech", retryable: true, cause: new Error("unreadable answer") });
      return speech;
    },
  };
}
