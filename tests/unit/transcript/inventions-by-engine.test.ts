import { afterEach, describe, expect, test, vi } from "vitest";
import type { TextLanguage } from "#app/domain/languages.ts";
import { dropInventedTalk, dropInventions } from "#app/domain/transcript/drop-inventions.ts";
import type { RecognisedSpeech } from "#app/domain/transcript/segment.ts";
import { openAiSpeech } from "#app/server/adapters/openai/openai-speech.ts";
import { readNova } from "#app/server/adapters/workers-ai/nova.ts";
import { readWhisper } from "#app/server/adapters/workers-ai/whisper.ts";

/** With any engine and in any language, nothing is left of a recording without speech, and all of real talk is kept. */

const SECONDS = 300;
/** Certainty that the engine reports. Some engines report none, and some are certain of text that nobody said. */
type Sureness = { noSpeech?: number; logProbability?: number; confidence?: number; loudnessDbfs?: number };
type Engine = (texts: readonly string[], sureness: Sureness) => Promise<RecognisedSpeech | null>;

const timed = (texts: readonly string[]) =>
  texts.map((text, index) => ({ text, start: index * 20, end: index * 20 + 5 }));

async function byOpenAi(segments: unknown[]): Promise<RecognisedSpeech> {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ text: "", segments })));
  const engine = openAiSpeech({ baseUrl: "http://speech.test", model: null, apiKey: null });
  return engine.recognise({
    audio: new Uint8Array(8),
    language: "en",
    words: [],
    signal: new AbortController().signal,
  });
}

const ENGINES: Record<string, Engine> = {
  "openai, verbose JSON": (texts, { noSpeech, logProbability }) =>
    byOpenAi(timed(texts).map((one) => ({ ...one, no_speech_prob: noSpeech, avg_logprob: logProbability }))),
  "a server that says nothing of its doubts": (texts) => byOpenAi(timed(texts)),
  "the local server": (texts, { noSpeech, logProbability, loudnessDbfs }) =>
    byOpenAi(
      timed(texts).map((one) => ({
        ...one,
        no_speech_prob: noSpeech,
        avg_logprob: logProbability,
        loudness_dbfs: loudnessDbfs ?? -20,
      })),
    ),
  "workers-ai whisper": (texts, { noSpeech, logProbability }) =>
    Promise.resolve(
      readWhisper({
        segments: timed(texts).map((one) => ({ ...one, no_speech_prob: noSpeech, avg_logprob: logProbability })),
      }),
    ),
  "workers-ai nova": (texts, { confidence }) => {
    const words = timed(texts).flatMap(({ text, start }) =>
      text
        .split(" ")
        .map((word, index) => ({ word, start: start + index * 0.3, end: start + index * 0.3 + 0.2, confidence })),
    );
    return Promise.resolve(readNova({ results: { channels: [{ alternatives: [{ transcript: "", words }] }] } }));
  },
};

const OVER_MUSIC: Record<TextLanguage, string[]> = {
  en: ["[Music]", "Thank you.", "♪ ♪", "Subtitles by the community.", "Thanks for watching!"],
  es: ["[Música]", "Gracias.", "Subtítulos por la comunidad de Amara.org", "¡Gracias por ver el vídeo!", "(Aplausos)"],
  fr: ["[Musique]", "Merci.", "Sous-titrage Société Radio-Canada", "Merci d'avoir regardé cette vidéo !", "*rires*"],
  ca: [
    "[Música]",
    "Gràcies.",
    "Subtítols per la comunitat d'Amara.org",
    "Gràcies per veure el vídeo!",
    "(Aplaudiments)",
  ],
};
const TALK: Record<TextLanguage, string[]> = {
  en: ["Good morning, Marta.", "The rent goes up in January.", "Thank you.", "Thanks for watching the demo."],
  es: ["Buenos días, Marta.", "El alquiler sube en enero.", "Gracias.", "Suscríbete a la lista, Juan, por favor."],
  fr: ["Bonjour, Marta.", "Le loyer augmente en janvier.", "Merci beaucoup.", "Abonnez-vous à la liste, Paul."],
  ca: ["Bon dia, Marta.", "El lloguer puja al gener.", "Gràcies.", "Fins aviat!"],
};
const LANGUAGES = ["en", "es", "fr", "ca"] as const satisfies readonly TextLanguage[];

/** Filters as the pipeline does: the answer of each window, then the whole transcript. */
function remaining(speech: RecognisedSpeech | null): string[] {
  if (speech === null) throw new Error("unreadable answer");
  const { kept } = dropInventions(speech, { durationMs: SECONDS * 1000 });
  const segments = kept.map((segment, index) => ({ ...segment, id: `w0-${index}` }));
  return dropInventedTalk(segments, SECONDS * 1000).kept.map(({ text }) => text);
}

afterEach(() => vi.unstubAllGlobals());

describe.each(Object.entries(ENGINES))("%s", (_name, recognise) => {
  test.each(LANGUAGES)("over music, with a high reported certainty, nothing is left (%s)", async (language) => {
    const sure = { noSpeech: 0.02, logProbability: -0.2, confidence: 0.95 };
    expect(remaining(await recognise(OVER_MUSIC[language], sure))).toEqual([]);
  });

  test.each(LANGUAGES)("talk stays, including thanks and farewells (%s)", async (language) => {
    const sure = { noSpeech: 0.02, logProbability: -0.2, confidence: 0.95 };
    expect(remaining(await recognise(TALK[language], sure)).join(" ")).toBe(TALK[language].join(" "));
  });
});

test.each(Object.keys(ENGINES).filter((name) => name !== "a server that says nothing of its doubts"))(
  "a guess that the engine itself marks as uncertain is dropped: %s",
  async (name) => {
    const doubt = { noSpeech: 0.9, logProbability: -1.8, confidence: 0.1 };
    expect(remaining((await ENGINES[name]?.(["Bring the harbour."], doubt)) ?? null)).toEqual([]);
  },
);

test("words during which the local server measures no sound are dropped", async () => {
  const quiet = { noSpeech: 0.02, logProbability: -0.2, loudnessDbfs: -75 };
  expect(remaining((await ENGINES["the local server"]?.(["We ship on Monday."], quiet)) ?? null)).toEqual([]);
});

test("an answer without segments and with blank text means that nothing was recognised", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ text: " " })));
  const engine = openAiSpeech({ baseUrl: "http://speech.test", model: null, apiKey: null });
  const { signal } = new AbortController();
  expect(await engine.recognise({ audio: new Uint8Array(8), language: "en", words: [], signal })).toEqual({
    segments: [],
    language: null,
  });
});
