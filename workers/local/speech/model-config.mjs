// The options with which sherpa-onnx runs a speech model. Two of its options must not be given: hotwords end the process with Whisper, and
// `enableSegmentTimestamps` loses the text after the first closed segment.
import { SAMPLE_RATE } from "./resample.mjs";

/** One thread: a second one costs 60 % more processor time for 10 % less time. Several processes use several cores. */
export const THREADS = 1;

/** @param {import("./recogniser.mjs").ModelPaths} model @param {string} language empty: Whisper finds it */
export function configOf(model, language) {
  const common = { tokens: model.tokens, numThreads: THREADS, provider: "cpu", debug: 0 };
  const { encoder, decoder } = model;
  const own =
    model.kind === "whisper"
      ? { whisper: { encoder, decoder, language, task: "transcribe", tailPaddings: 50, enableTokenTimestamps: 1 } }
      : { transducer: { encoder, decoder, joiner: model.joiner }, modelType: "nemo_transducer" };
  return { featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 }, modelConfig: { ...common, ...own } };
}
