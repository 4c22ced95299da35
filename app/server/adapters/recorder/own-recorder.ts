import { botReport } from "#app/contracts/recording/recorder.ts";
import { askRecorder, tellRecorder } from "#app/server/adapters/recorder/ask-recorder.ts";
import type { Recorder } from "#app/server/ports/recorder.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/** Our own recorder (workers/recorder), by its HTTP API. */
export function ownRecorder(input: { baseUrl: string; token: string }): Recorder {
  const base = input.baseUrl.replace(/\/+$/, "");
  const authorization = `Bearer ${input.token}`;
  return {
    engine: "acta",
    readWebhook: null,
    async start(order) {
      const report = await askRecorder(
        { method: "POST", url: `${base}/v1/bots`, authorization, body: order },
        botReport.pick({ botId: true }),
      );
      // A recorder that knows no such path is none of ours.
      if (report === null) throw new UpstreamError({ service: "recorder", status: 404, retryable: false });
      return { botRef: order.botId };
    },
    async stop(botRef) {
      const url = `${base}/v1/bots/${encodeURIComponent(botRef)}/stop`;
      return (await tellRecorder({ method: "POST", url, authorization })) ? "asked" : "gone";
    },
    async askAgain(botRef) {
      const url = `${base}/v1/bots/${encodeURIComponent(botRef)}/ask-again`;
      return (await tellRecorder({ method: "POST", url, authorization })) ? "asked" : "gone";
    },
    async say(botRef, text) {
      const url = `${base}/v1/bots/${encodeURIComponent(botRef)}/say`;
      return (await tellRecorder({ method: "POST", url, authorization, body: { text } })) ? "asked" : "gone";
    },
    async report(botRef) {
      const url = `${base}/v1/bots/${encodeURIComponent(botRef)}`;
      const report = await askRecorder({ method: "GET", url, authorization }, botReport);
      if (report === null) return null;
      const { attempt, state, reason, spooledPieces } = report;
      return { attempt, state, reason, spooledPieces, media: null };
    },
  };
}
