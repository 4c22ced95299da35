import { vi } from "vitest";
import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";

/** The language stand-in inside a test: it replaces the network for one origin. */
export const LANGUAGE_ORIGIN = "http://language.test";

export function standInForLanguage(options: ConstructorParameters<typeof LanguageStandIn>[0] = {}): LanguageStandIn {
  const standIn = new LanguageStandIn(options);
  const network = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== LANGUAGE_ORIGIN) return network(input, init);
    init?.signal?.throwIfAborted();
    return standIn.answer(request);
  });
  return standIn;
}
