import type { VoiceFrame } from "#app/domain/voices/voice-frame.ts";

/** `forMs`: since when it has been preparing. */
export type VoicesReadiness = { state: "ready" } | { state: "preparing"; forMs: number } | { state: "failed" };

/**
 * Tells the voices of a sound apart, window by window; who is one person is decided over the whole recording (app/domain/voices). Throws
 * UpstreamError.
 */
export interface VoicesEngine {
  /**
   * Begins to fetch what the engine needs, unless that has begun, and tells how far it is; it never waits for it. `ask` stays the same while a
   * caller waits.
   */
  prepare(input: { ask: string; signal: AbortSignal }): Promise<VoicesReadiness>;
  /** Times are in ms from the start of the audio: a whole file of one window. */
  find(input: { audio: Uint8Array<ArrayBuffer>; signal: AbortSignal }): Promise<VoiceFrame[]>;
}
