import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { serve } from "#tests/fakes/serve.mjs";
import { SpeechStandIn } from "#tests/fakes/speech-protocol.mjs";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { prepareFolder } from "#tests/support/prepared-folder.ts";

type Answer = (request: Request) => Promise<Response>;

export type BenchActa = { acta: ActaProcess; speech: SpeechStandIn; stop: () => Promise<void> };

/**
 * Starts an Acta with stand-ins for the speech engine and the language model.
 *
 * @param wrap Gets the answer of each stand-in and returns the one that is served, for a bench that measures the engines.
 */
export async function startBenchActa(wrap: (answer: Answer) => Answer = (answer) => answer): Promise<BenchActa> {
  await prepareFolder();
  const [speech, language] = [new SpeechStandIn(), new LanguageStandIn()];
  const servers = [
    await serve(wrap((request) => speech.answer(request))),
    await serve(wrap((request) => language.answer(request))),
  ] as const;
  const acta = await startActa({
    env: {
      SPEECH_ENGINE: "openai",
      SPEECH_BASE_URL: servers[0].origin,
      SPEECH_MODEL: "whisper-1",
      LANGUAGE_ENGINE: "openai",
      LANGUAGE_BASE_URL: servers[1].origin,
      LANGUAGE_MODEL: "stand-in",
    },
  });
  return {
    acta,
    speech,
    async stop() {
      await acta.stop();
      for (const server of servers) await server.stop();
    },
  };
}
