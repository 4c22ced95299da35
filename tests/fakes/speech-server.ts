import { vi } from "vitest";
import { SpeechStandIn } from "#tests/fakes/speech-protocol.mjs";

/**
 * The speech stand-in inside a worker test: it takes the place of the network for one origin, and everything else goes
 * out as it would. (tests/fakes/speech-server.mjs is the same as a server of its own.)
 */
export const SPEECH_ORIGIN = "http://speech.test";

export function standInForSpeech(options: ConstructorParameters<typeof SpeechStandIn>[0] = {}): SpeechStandIn {
  const standIn = new SpeechStandIn(options);
  const network = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== SPEECH_ORIGIN) return network(input, init);
    const { signal } = init ?? {};
    if (!signal) return standIn.answer(request);
    return Promise.race([
      standIn.answer(request),
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      }),
    ]);
  });
  return standIn;
}
