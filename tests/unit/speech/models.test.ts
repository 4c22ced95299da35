import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findFiles } from "#workers/local/speech/bring-files.mjs";
import { configOf } from "#workers/local/speech/model-config.mjs";
import {
  bytesOf,
  describeSpeech,
  DETECTOR,
  DETECTOR_REPOSITORY,
  modelNamed,
  modelsFor,
  pathOf,
  readSpeechSettings,
  SPEECH_MODELS,
} from "#workers/local/speech/models.mjs";

const root = path.resolve(import.meta.dirname, "../../..");
const GB = 1e9;

test("without configuration the model follows the language, and is kept in the user's folder, not in the project", () => {
  const settings = readSpeechSettings({});
  expect(settings.wanted).toEqual({ kind: "auto", id: "auto" });
  expect(settings.folder.startsWith(homedir())).toBe(true);
  expect(settings.folder.startsWith(root + path.sep)).toBe(false);
});

test.each([
  ...SPEECH_MODELS.map(({ repository, files }) => ({ repository, files })),
  { repository: DETECTOR_REPOSITORY, files: [DETECTOR] },
])("$repository is a fixed revision, and each of its files has a size and a digest", ({ repository, files }) => {
  expect(repository).toMatch(/^[\w.-]+\/[\w.-]+\/resolve\/[0-9a-f]{40}$/);
  for (const { bytes, sha256 } of files) {
    expect(bytes).toBeGreaterThan(10_000);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  }
});

test("files of two models do not meet in one folder", () => {
  const paths = SPEECH_MODELS.flatMap((model) => model.files.map((file) => pathOf("/models", model, file)));
  expect(new Set(paths).size).toBe(paths.length);
});

test("docs/configuration.md lists every model with its download size", () => {
  const page = readFileSync(path.join(root, "docs/configuration.md"), "utf8");
  for (const model of SPEECH_MODELS) {
    expect(page).toMatch(new RegExp(`\\| \`${model.name}\`[^|]*\\| ${Math.round(bytesOf(model) / 1_000_000)} MB`));
  }
});

test.each([
  { language: "en", free: 4 * GB, there: [], models: ["parakeet", "small", "base", "tiny"] },
  { language: "es", free: 4 * GB, there: ["parakeet", "small"], models: ["parakeet", "small", "base", "tiny"] },
  { language: "fr", free: 2 * GB, there: [], models: ["small", "base", "tiny"] },
  { language: "ca", free: 16 * GB, there: ["parakeet"], models: ["small", "base", "tiny"] },
  { language: null, free: 16 * GB, there: [], models: ["small", "base", "tiny"] },
  // The one that is there begins at once.
  { language: "en", free: 4 * GB, there: ["small"], models: ["small", "parakeet", "base", "tiny"] },
])("for $language with $free bytes free, and $there fetched: $models", ({ language, free, there, models }) => {
  const isThere = (name: string) => there.some((each) => each === name);
  expect(modelsFor({ kind: "auto", id: "auto" }, language, { free, isThere })).toEqual(models);
});

test.each([
  { name: "turbo", language: "en", models: ["turbo", "small", "base", "tiny"] },
  { name: "base", language: "ca", models: ["base", "tiny"] },
  { name: "tiny", language: "ca", models: ["tiny"] },
  { name: "parakeet", language: "es", models: ["parakeet", "small", "base", "tiny"] },
  // Parakeet does not know Catalan.
  { name: "parakeet", language: "ca", models: ["small", "base", "tiny"] },
])(
  "a person who wants $name gets for $language $models, each where the one before does not work",
  ({ name, language, models }) => {
    expect(modelsFor({ kind: "named", id: name, name }, language)).toEqual(models);
  },
);

test("a folder that somebody has is taken as it is, with the detector in it or beside it", async () => {
  const above = await mkdtemp(path.join(tmpdir(), "acta-models-"));
  onTestFinished(() => rm(above, { recursive: true, force: true }));
  const folder = path.join(above, "my model ñ");
  await mkdir(folder);
  for (const name of ["x-encoder.int8.onnx", "x-decoder.int8.onnx", "x-tokens.txt"])
    await writeFile(path.join(folder, name), "");
  const { wanted } = readSpeechSettings({ ACTA_SPEECH_MODEL_PATH: folder, ACTA_SPEECH_MODEL: "tiny" });
  expect(wanted).toEqual({ kind: "folder", id: "folder-my_model__", folder });
  await expect(findFiles(folder)).rejects.toMatchObject({ problem: "no-such-file" });
  await writeFile(path.join(above, "silero_vad.onnx"), "");
  expect(await findFiles(folder)).toMatchObject({
    detector: path.join(above, "silero_vad.onnx"),
    model: { kind: "whisper" },
  });
  await writeFile(path.join(folder, "joiner.onnx"), "");
  expect((await findFiles(folder)).model).toMatchObject({ kind: "parakeet", joiner: path.join(folder, "joiner.onnx") });
});

test("before anything is fetched it is said what, how much and from where", () => {
  const settings = readSpeechSettings({ ACTA_SPEECH_MODEL: "small", ACTA_SPEECH_MODEL_DIR: "/nowhere" });
  expect(describeSpeech(settings)).toContain("small, 377 MB, is fetched from huggingface.co");
  expect(bytesOf(modelNamed("small"))).toBe(112_442_483 + 262_226_114 + 816_730 + 1_807_522);
});

test.each([
  [{ ACTA_SPEECH_MODEL: "enormous" }, "ACTA_SPEECH_MODEL must be one of auto, tiny, base, small, turbo, parakeet"],
  [{ ACTA_SPEECH_MODEL_URL: "http://models.example" }, "ACTA_SPEECH_MODEL_URL must be an https address"],
  [{ ACTA_SPEECH_MODEL_URL: "http://localhost.example" }, "ACTA_SPEECH_MODEL_URL must be an https address"],
])("%j is refused in words", (env, sentence) => {
  expect(() => readSpeechSettings(env)).toThrow(sentence);
});

test("options of the engine that end its process or lose text are not given", () => {
  const paths = { encoder: "e", decoder: "d", tokens: "t" };
  for (const config of [
    configOf({ kind: "whisper", ...paths }, "ca"),
    configOf({ kind: "parakeet", ...paths, joiner: "j" }, ""),
  ])
    expect(JSON.stringify(config)).not.toMatch(/hotwords|enableSegmentTimestamps|decodingMethod/u);
  expect(configOf({ kind: "whisper", ...paths }, "ca").modelConfig).toMatchObject({
    numThreads: 1,
    whisper: { language: "ca", enableTokenTimestamps: 1, tailPaddings: 50 },
  });
});
