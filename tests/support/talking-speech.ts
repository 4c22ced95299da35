import type { SpeechEngine } from "#app/server/ports/speech.ts";

/** For worker tests: one word each half second of forty; segments of eight seconds, so that people share them. Who says them is not known. */
export const talkingSpeech: SpeechEngine = {
  id: "talking",
  recognise() {
    const segments = Array.from({ length: 5 }, (_, at) => {
      const words = Array.from({ length: 16 }, (_, word) => ({
        startMs: at * 8000 + word * 500,
        endMs: at * 8000 + word * 500 + 400,
        text: `word${at}${String.fromCharCode(97 + word)}`,
      }));
      return {
        startMs: at * 8000,
        endMs: at * 8000 + 8000,
        text: words.map(({ text }) => text).join(" "),
        speaker: null,
        words,
        noSpeechProbability: null,
        meanLogProbability: null,
        compressionRatio: null,
      };
    });
    return Promise.resolve({ segments, language: null });
  },
};
