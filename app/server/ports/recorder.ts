import type { BotOrder, BotReason, BotState } from "#app/contracts/recording/recorder.ts";

/** The ids by which a hosted recorder's webhook finds the call; they are sent with the bot as its metadata. */
export type CallAddress = { callId: string; object: string };

/** The state of a bot, the same for every recorder. */
export type RecorderReport = {
  /** The start of the bot that the report is about; null when the recorder gives every start a new name. */
  attempt: number | null;
  state: BotState;
  reason: BotReason | null;
  /** Pieces that wait on the recorder; null when it sends none (hosted recorders give a file at the end). */
  spooledPieces: number | null;
  /** The finished recording of a hosted recorder; it can be downloaded for a limited time. */
  media: RecorderMedia | null;
};
export type RecorderMedia = {
  url: string;
  /** When its first sound began, where the recorder says so. */
  startedAt: number | null;
};

/**
 * Sends bots into calls: our own service, or a hosted API. Throws UpstreamError: retryable when the service is down, full or
 * slow, not when it refuses us (a wrong token, an order that it cannot read).
 */
export interface Recorder {
  readonly engine: "acta" | "attendee" | "recall";
  /** Sends a bot; the same order again sends no second one. Returns the bot's id at this recorder. */
  start(order: BotOrder, address: CallAddress): Promise<{ botRef: string }>;
  /** Asks it to leave. `gone`: there is no such bot (any more). */
  stop(botRef: string): Promise<"asked" | "gone">;
  /** Tells it to leave the lobby and to request admission again. `gone`: no such bot. Null when this recorder's bots cannot. */
  readonly askAgain: ((botRef: string) => Promise<"asked" | "gone">) | null;
  /** Makes the bot write a message into the meeting's chat. `gone`: no such bot. Null when this recorder's bots cannot. */
  readonly say: ((botRef: string, text: string) => Promise<"asked" | "gone">) | null;
  /** Null where there is no such bot (any more). */
  report(botRef: string): Promise<RecorderReport | null>;
  /** Reads a webhook and verifies its signature; null when this recorder sends no webhooks. */
  readonly readWebhook: ((webhook: Webhook) => Promise<WebhookRead>) | null;
}

export type Webhook = { headers: Headers; body: Uint8Array; now: number };
/**
 * `unproven`: not signed by this recorder, or signed for a time that is too far away. `stale`: signed, but about something that
 * happened too long ago. `meaningless`: genuine, but not relevant to a call.
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
