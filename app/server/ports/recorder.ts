import type { BotOrder, BotReason, BotState } from "#app/contracts/recorder.ts";

/** Where a hosted recorder's webhook finds the call: they travel with the bot as its metadata. */
export type CallAddress = { callId: string; object: string };

/** What is known of a bot, whoever runs it. */
export type RecorderReport = {
  /** Which start of the bot it speaks of; null where the recorder names every start anew. */
  attempt: number | null;
  state: BotState;
  reason: BotReason | null;
  /** Pieces that wait with the recorder; null where it sends none (hosted ones give a file at the end). */
  spooledPieces: number | null;
  /** Where a hosted recorder's finished recording can be fetched, for a while. */
  media: RecorderMedia | null;
};
export type RecorderMedia = {
  url: string;
  /** When its first sound began, where the recorder says so. */
  startedAt: number | null;
};

/**
 * Who sends bots into calls: our own service, or a hosted API. Throws UpstreamError: retryable where it is down, full or
 * slow, not where it refuses us (a wrong token, an order that it cannot read).
 */
export interface Recorder {
  readonly engine: "acta" | "attendee" | "recall";
  /** Sends a bot; the same order again sends no second. Answers the name under which this recorder knows it. */
  start(order: BotOrder, address: CallAddress): Promise<{ botRef: string }>;
  /** Asks it to leave. `gone`: there is no such bot (any more). */
  stop(botRef: string): Promise<"asked" | "gone">;
  /** Tells it to leave the lobby and to request admission again. `gone`: no such bot. Null where this recorder's bots cannot. */
  readonly askAgain: ((botRef: string) => Promise<"asked" | "gone">) | null;
  /** Has the bot say something in the meeting's chat. `gone`: no such bot. Null where this recorder's bots cannot. */
  readonly say: ((botRef: string, text: string) => Promise<"asked" | "gone">) | null;
  /** Null where there is no such bot (any more). */
  report(botRef: string): Promise<RecorderReport | null>;
  /** Reads a webhook and what proves it; null where this recorder speaks in another way. */
  readonly readWebhook: ((webhook: Webhook) => Promise<WebhookRead>) | null;
}

export type Webhook = { headers: Headers; body: Uint8Array; now: number };
/**
 * `unproven`: not signed by this recorder, or signed for a time that is too far away. `stale`: signed, but about something that
 * happened too long ago. `meaningless`: genuine, but nothing that a call has to hear.
 */
export type WebhookRead =
  | "unproven"
  | "stale"
  | "meaningless"
  | {
      /** The sender's own id of this message: every repetition carries the same one. */
      id: string;
      address: CallAddress;
      botRef: string;
      state: BotState;
      reason: BotReason | null;
      at: number;
    };
