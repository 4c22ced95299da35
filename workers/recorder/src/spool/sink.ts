import { createHash } from "node:crypto";
import { type BotEvents, type BotOrder, eventsAnswer } from "#app/contracts/recording/recorder.ts";
import { backOffDelayMs } from "#app/domain/back-off.ts";
import type { PieceId } from "./bot-folder.ts";

/** `gone`: the call is over or was removed, nobody takes anything any more. `later`: ask again. */
export type PutAnswer = "stored" | "conflict" | "gone" | "later";
export type PostAnswer = { seq: number; stop: boolean } | "gone" | "later";

/** Acta, as the bot sees it: the order's sink. Nothing here throws; what did not answer is `later`. */
export interface Sink {
  putPiece(piece: PieceId, bytes: Uint8Array<ArrayBuffer>): Promise<PutAnswer>;
  postEvents(events: BotEvents): Promise<PostAnswer>;
  putScreenshot(png: Uint8Array<ArrayBuffer>): Promise<boolean>;
}

/** A slow line takes longer for a piece of video than for a second of sound. */
const CALL_MS_MAX = 5_000;
const BYTES_PER_SECOND_MIN = 50_000;

export function openSink({ sink }: Pick<BotOrder, "sink">): Sink {
  const base = sink.url.replace(/\/+$/u, "");

  async function ask(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | Uint8Array<ArrayBuffer>,
  ): Promise<Response | null> {
    try {
      return await fetch(`${base}${path}`, {
        method,
        headers: { ...headers, Authorization: `Bearer ${sink.token}` },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(CALL_MS_MAX + Math.ceil((body.length / BYTES_PER_SECOND_MIN) * 1000)),
      });
    } catch {
      return null;
    }
  }

  return {
    async putPiece({ stream, segment, seq }, bytes) {
      const digest = createHash("sha256").update(bytes).digest("hex");
      const answer = await ask(
        "PUT",
        `/pieces/${stream}/${segment}/${seq}`,
        { "Content-Type": stream === "mix" ? "audio/mp4" : "video/mp4", "x-acta-sha256": digest },
        bytes,
      );
      await answer?.arrayBuffer().catch(() => {});
      if (!answer) return "later";
      if (answer.ok) return "stored";
      if (answer.status === 409) return "conflict";
      return answer.status === 410 ? "gone" : "later";
    },
    async postEvents(events) {
      const answer = await ask("POST", "/events", { "Content-Type": "application/json" }, JSON.stringify(events));
      const parsed = eventsAnswer.safeParse(await answer?.json().catch(() => null));
      if (answer?.status === 410) return "gone";
      return answer?.ok && parsed.success ? parsed.data : "later";
    },
    async putScreenshot(png) {
      const answer = await ask("PUT", "/screenshot", { "Content-Type": "image/png" }, png);
      await answer?.arrayBuffer().catch(() => {});
      return answer?.ok === true;
    },
  };
}

/** Pieces and events that Acta did not accept are sent again soon: a bot that ends before has to deliver them at its next start. */
const DELIVERY = { firstMs: 250, factor: 2, maxMs: 5_000 };

/** Delay after this many failed deliveries in a row, in ms. */
export function backOffMs(failures: number, random: number): number {
  return backOffDelayMs(DELIVERY, failures, random);
}

/** Waits `ms`, or less when the signal aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done);
  });
}
