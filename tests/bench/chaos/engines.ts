import { LanguageStandIn } from "#tests/fakes/language-protocol.mjs";
import { serve } from "#tests/fakes/serve.mjs";
import { SpeechStandIn } from "#tests/fakes/speech-protocol.mjs";

/** Faults of the engines: about one answer in three is one of these. */
const FAULTS = ["429", "500", "hang", "reset", "garbage", "half"] as const;
type Fault = (typeof FAULTS)[number];
const FAULT_SHARE = 0.35;
const WORK_MS = 250;
/** Longer than a restart after a kill, shorter than the limit of a step: the connection breaks before the step times out. */
const HANG_MS = 20_000;

export type ChaosEngines = Awaited<ReturnType<typeof startChaosEngines>>;

export async function startChaosEngines(random: () => number) {
  const speech = new SpeechStandIn();
  const language = new LanguageStandIn();
  const faults = new Map<string, number>();
  const asked = { speech: 0, language: 0 };
  /** Good answers by recording and window: more than one means that the window was paid for twice. */
  const paid = new Map<string, number>();

  const onBadDay = async (engine: "speech" | "language", answer: () => Promise<Response>): Promise<Response> => {
    asked[engine] += 1;
    const fault = random() < FAULT_SHARE ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined;
    await after(WORK_MS * (0.5 + random()));
    if (fault === undefined) return answer();
    const name = `${engine} ${fault}`;
    faults.set(name, (faults.get(name) ?? 0) + 1);
    return spoiled(fault, answer);
  };
  const speechServer = await serve(async (request) => {
    const text = new TextDecoder("latin1").decode(await request.clone().arrayBuffer());
    const [, mark = "", label = ""] = /ACTA@(\d{8})(#\d+)?/.exec(text) ?? [];
    const answer = await onBadDay("speech", async () => {
      const good = await speech.answer(request);
      return good;
    });
    if (answer.ok && answer.headers.get("X-Spoiled") === null) {
      const window = `${label} ${mark}`;
      paid.set(window, (paid.get(window) ?? 0) + 1);
    }
    return answer;
  });
  const languageServer = await serve((request) => onBadDay("language", () => language.answer(request)));
  return {
    faults,
    asked,
    paid,
    variables: {
      SPEECH_ENGINE: "openai",
      SPEECH_BASE_URL: speechServer.origin,
      LANGUAGE_ENGINE: "openai",
      LANGUAGE_BASE_URL: languageServer.origin,
      LANGUAGE_MODEL: "stand-in",
    },
    async stop() {
      await speechServer.stop();
      await languageServer.stop();
    },
  };
}

/** An error that is thrown here breaks the connection. */
async function spoiled(fault: Fault, answer: () => Promise<Response>): Promise<Response> {
  const headers = { "X-Spoiled": fault, "Content-Type": "application/json" };
  switch (fault) {
    case "429":
      return new Response('{"error":{"message":"too many"}}', {
        status: 429,
        headers: { ...headers, "Retry-After": "2" },
      });
    case "500":
      return new Response("the engine fell over", { status: 500, headers });
    case "hang":
      await after(HANG_MS);
      throw new Error("hung up");
    case "reset":
      throw new Error("reset");
    case "garbage":
      return new Response("<html>Welcome to the hotel's network</html>", { headers });
    case "half": {
      const good = await answer();
      const text = await good.text();
      const type = good.headers.get("Content-Type") ?? "application/json";
      return new Response(text.slice(0, text.length / 2), { headers: { ...headers, "Content-Type": type } });
    }
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
