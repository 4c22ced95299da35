import { existsSync } from "node:fs";
import path from "node:path";
import { WINDOW_MS, WINDOW_OVERLAP_MS } from "#app/domain/limits/media.ts";
import { packFrames, unpackFrames } from "#app/domain/voices/pack-frames.ts";
import { shiftFrame, VECTOR_LENGTH, type VoiceFrame } from "#app/domain/voices/voice-frame.ts";
import { hasRealVoices, RATE, SHARED } from "#tests/support/real-voices.ts";
import { VoicesProcess } from "#workers/local/voices/voices-process.mjs";

/** The real engine that tells voices apart, with real weights. */

export const VOICE_MODELS = {
  segmentation: path.join(SHARED, "models/real/segmentation.onnx"),
  embedding: path.join(SHARED, "models/real/embedding.fp16w.onnx"),
};
export const hasVoiceModels =
  hasRealVoices && existsSync(VOICE_MODELS.segmentation) && existsSync(VOICE_MODELS.embedding);

export function voicesProcess(): VoicesProcess {
  return new VoicesProcess({ files: VOICE_MODELS });
}

/** The frames of a recording that is cut into windows as an upload is, after they were stored and read again. */
export async function findFrames(
  finder: VoicesProcess,
  pcm: Int16Array<ArrayBuffer>,
  { windowMs = WINDOW_MS }: { windowMs?: number } = {},
): Promise<VoiceFrame[]> {
  const frames: VoiceFrame[] = [];
  const untilMs = (pcm.length / RATE) * 1000;
  for (let startMs = 0; startMs < untilMs; startMs += windowMs) {
    const fromMs = Math.max(0, startMs - WINDOW_OVERLAP_MS);
    const endMs = Math.min(untilMs, startMs + windowMs + WINDOW_OVERLAP_MS);
    const sound = pcm.slice((fromMs * RATE) / 1000, (endMs * RATE) / 1000);
    const found = await finder.find(new Uint8Array(sound.buffer), new AbortController().signal);
    const own = found.map(({ vectors, pieces, ...frame }): VoiceFrame => {
      const vectorAt = (at: number) => vectors.slice(at * VECTOR_LENGTH, (at + 1) * VECTOR_LENGTH);
      return shiftFrame({ ...frame, pieces: pieces.map((piece, at) => ({ ...piece, vector: vectorAt(at) })) }, fromMs);
    });
    frames.push(...(unpackFrames(packFrames(own)) ?? []));
  }
  return frames;
}
