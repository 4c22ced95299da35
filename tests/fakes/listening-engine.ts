import { decode, placesOf, RATE, type Sentence } from "#tests/recorder/stage/voices.ts";
import { serve } from "#tests/fakes/serve.mjs";

/**
 * A speech engine with OpenAI's protocol that knows a few sentences and recognises them by their sound, wherever it is asked about them:
 * in the voice of a person or in the echo of it. (tests/fakes/speech-protocol.mjs does not recognise speech, and answers by the length of a file.)
 */
export type ListeningEngine = {
  origin: string;
  /** All that it has recognised so far, each with everybody who is heard in the same file. */
  said(): { who: string; text: string; heard: string[] }[];
  stop(): Promise<void>;
};

/** Between a sentence that is not there (at most 0.20) and one that is (voices.ts). */
const SCORE_MIN = 0.35;

export async function startListeningEngine(sentences: readonly Sentence[]): Promise<ListeningEngine> {
  const said: { who: string; text: string; heard: string[] }[] = [];
  const { origin, stop } = await serve(async (request) => {
    const file = (await request.formData()).get("file");
    if (!(file instanceof File)) return Response.json({ error: { message: "file is required" } }, { status: 400 });
    const sound = decode(new Uint8Array(await file.arrayBuffer()));
    const spoken = listen(sound, sentences);
    said.push(...spoken.map(({ who, text }) => ({ who, text, heard: spoken.map((each) => each.who) })));
    return Response.json(transcriptOf(sound, spoken));
  });
  return { origin, said: () => [...said], stop };
}

type Spoken = { who: string; text: string; start: number; end: number };

function listen(sound: Float32Array, sentences: readonly Sentence[]): Spoken[] {
  return sentences
    .flatMap(({ who, text, samples }) =>
      placesOf(sound, samples, SCORE_MIN).map((place) => ({
        who,
        text,
        start: Math.max(0, place / RATE),
        end: Math.min(sound.length, place + samples.length) / RATE,
      })),
    )
    .toSorted((one, other) => one.start - other.start);
}

function transcriptOf(sound: Float32Array, spoken: readonly Spoken[]) {
  return {
    task: "transcribe",
    duration: sound.length / RATE,
    text: spoken.map(({ text }) => text).join(" "),
    segments: spoken.map(({ text, start, end }, id) => ({
      id,
      start,
      end,
      text: ` ${text}`,
      avg_logprob: -0.2,
      compression_ratio: 1.3,
      no_speech_prob: 0.01,
    })),
    words: spoken.flatMap(({ text, start, end }) => {
      const words = text.split(" ");
      const length = (end - start) / words.length;
      return words.map((word, index) => ({ word, start: start + index * length, end: start + (index + 1) * length }));
    }),
  };
}
