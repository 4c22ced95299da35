import * as z from "zod";
import { SPEECH_PREPARE_MS_MAX } from "#app/domain/limits/steps.ts";
import { MODEL_CHARS_MAX, VECTOR_LENGTH, type VoiceFrame } from "#app/domain/voices/voice-frame.ts";
import { askOpenAi, unreadable } from "#app/server/adapters/openai/ask.ts";
import type { VoicesEngine } from "#app/server/ports/voices.ts";

/** The voices of a server: the one that `npm start` runs beside the Worker (workers/local/voices), or the container (workers/voices). */

const time = z.number().int().min(0);
const turn = z.object({ voice: z.number().int().min(0).max(255), startMs: time, endMs: time });
const frame = z.object({
  startMs: time,
  endMs: time,
  channel: z.number().int().min(1).max(2).optional(),
  turns: z.array(turn),
  pieces: z.array(turn.extend({ isAlone: z.boolean() })),
  /** Little-endian 16-bit numbers of all pieces. */
  vectors: z.base64(),
});
/** `model` is absent in the answers of a container of an earlier version. */
const answer = z.object({ model: z.string().max(MODEL_CHARS_MAX).nullish(), frames: z.array(frame) });
const readiness = z.discriminatedUnion("state", [
  z.object({ state: z.literal("ready") }),
  z.object({ state: z.literal("preparing"), forMs: time }),
  z.object({ state: z.literal("failed") }),
]);

export function voicesServer({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): VoicesEngine {
  const service = "voices";
  return {
    async prepare({ ask, signal }) {
      return askOpenAi({
        service,
        url: new URL("/v1/voices/prepare", baseUrl).href,
        apiKey,
        body: JSON.stringify({ ask }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(SPEECH_PREPARE_MS_MAX)]),
        schema: readiness,
      });
    },
    async find({ audio, signal }) {
      const url = new URL("/v1/voices", baseUrl).href;
      const { model, frames } = await askOpenAi({ service, url, apiKey, body: audio, signal, schema: answer });
      return frames.map((each) => ({ ...toFrame(each), ...(typeof model === "string" && { model }) }));
    },
  };
}

function toFrame({ vectors, pieces, ...rest }: z.output<typeof frame>): VoiceFrame {
  const bytes = Uint8Array.from(atob(vectors), (letter) => letter.charCodeAt(0));
  if (bytes.byteLength !== pieces.length * VECTOR_LENGTH * 2) throw unreadable("voices", "embeddings are missing");
  const numbers = new Int16Array(bytes.buffer);
  return {
    ...rest,
    pieces: pieces.map((piece, at) => ({
      ...piece,
      vector: numbers.subarray(at * VECTOR_LENGTH, (at + 1) * VECTOR_LENGTH),
    })),
  };
}
