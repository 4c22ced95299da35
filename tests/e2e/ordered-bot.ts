import type { BotOrder } from "#app/contracts/recording/recorder.ts";
import { expect } from "#tests/e2e/acta-test.ts";
import { botOf, type startRecorderStandIn } from "#tests/fakes/recorder-http.ts";
import { recordedCall } from "#tests/support/call-pieces.ts";

type Recorder = Awaited<ReturnType<typeof startRecorderStandIn>>;

const ORDER_WAIT = { timeout: 30_000 };

/** The bot of the next order, which sends the call of fixtures/call-pieces as if it were recorded now. */
export async function orderedBot(recorder: Pick<Recorder, "orders">, ordersBefore: number) {
  await expect.poll(() => recorder.orders.length, ORDER_WAIT).toBeGreaterThan(ordersBefore);
  const order = recorder.orders[ordersBefore] as BotOrder;
  const bot = botOf(order);
  const { segments, pieces } = await recordedCall();
  const first = segments.filter(({ segment }) => segment === segments[0]?.segment);
  const mimeType = { mix: "audio/mp4;codecs=opus", tab: "video/mp4;codecs=avc1.64000c,opus" };
  const people = [
    { id: "p1", name: "Iria Bosch" },
    { id: "p2", name: "Bram Nolan" },
  ];
  return {
    botId: order.botId,
    /** `startedAt`: by Acta's clock. */
    async begin(startedAt = Date.now()) {
      await bot.state("joining");
      for (const { stream } of first) {
        await bot.say({
          type: "segment-started",
          stream,
          segment: bot.segment,
          startedAt,
          mimeType: mimeType[stream],
        });
      }
      await bot.state("recording");
      await bot.say({ type: "people", count: 2, people }, { type: "people", count: 1, people: people.slice(1) });
    },
    /** Everybody has left. */
    async end(endedAt = Date.now()) {
      for (const { stream } of first) {
        const sent = pieces.filter((piece) => piece.stream === stream && piece.segment === first[0]?.segment).length;
        await bot.say({ type: "segment-ended", stream, segment: bot.segment, pieces: sent, endedAt });
      }
      await bot.state("left", "meeting-ended");
    },
    /** Pieces `from` to `to` (not included) of both streams. */
    async sendPieces(from: number, to: number) {
      for (const { stream, segment, seq, bytes } of pieces) {
        if (segment !== first[0]?.segment || seq < from || seq >= to) continue;
        await bot.put(stream, bot.segment, seq, new Uint8Array(bytes));
      }
    },
  };
}
