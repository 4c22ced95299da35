import path from "node:path";
import { expect, test } from "vitest";
import { chooseLanguageModel, LANGUAGE_MODELS, modelFor } from "#workers/local/language/models.mjs";

const PIN = `1117320736:${"a1".repeat(32)}`;

test.each(LANGUAGE_MODELS)("an entry is one file of one revision, with its licence: $name", (model) => {
  expect(model.licence).toBe("Apache-2.0");
  expect(model.revision).toMatch(/^[0-9a-f]{40}$/);
  expect(model.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(model.memoryGb * 1e9).toBeGreaterThan(model.bytes * 2);
  const choice = chooseLanguageModel({ ACTA_LANGUAGE_MODEL: model.name });
  expect(choice).toMatchObject({ kind: "fetched", model: { bytes: model.bytes, sha256: model.sha256 } });
  expect(choice.kind === "fetched" && choice.url).toBe(
    `https://huggingface.co/${model.repository}/resolve/${model.revision}/${model.file}`,
  );
});

test.each([
  { memory: 4, cores: 4, hasGraphics: false, name: "small" },
  { memory: 8, cores: 2, hasGraphics: false, name: "medium" },
  { memory: 16, cores: 4, hasGraphics: false, name: "medium" },
  { memory: 16, cores: 8, hasGraphics: false, name: "large" },
  { memory: 16, cores: 4, hasGraphics: true, name: "large" },
])("a machine of $memory GB with $cores cores takes the $name model", ({ memory, name, ...machine }) => {
  // Machines report a little less than is built in.
  expect(modelFor({ memoryBytes: memory * 0.95e9, ...machine }).name).toBe(name);
});

test("a pin that a person gives allows the file to be fetched, and no other one", () => {
  const env = { ACTA_LANGUAGE_MODEL: "medium", ACTA_LANGUAGE_MODEL_PIN: PIN, ACTA_LANGUAGE_MODEL_DIR: "/models" };
  const choice = chooseLanguageModel(env);
  expect(choice).toMatchObject({
    kind: "fetched",
    path: path.resolve("/models", LANGUAGE_MODELS[1]?.file ?? ""),
    model: { bytes: 1_117_320_736, sha256: "a1".repeat(32) },
  });
  expect(choice.kind === "fetched" && choice.url).toMatch(/^https:\/\/huggingface\.co\/.*\.gguf$/);
});

test("a file that one has needs no digest", () => {
  expect(chooseLanguageModel({ ACTA_LANGUAGE_MODEL_PATH: "/models/my model.gguf" })).toEqual({
    kind: "file",
    id: "file-my_model.gguf",
    path: path.resolve("/models/my model.gguf"),
  });
});

test("the folder is outside the project", () => {
  const { path: file } = chooseLanguageModel({});
  expect(path.relative(process.cwd(), file).startsWith("..")).toBe(true);
});

test.each([
  { ACTA_LANGUAGE_MODEL: "huge" },
  { ACTA_LANGUAGE_MODEL_URL: "http://models.example" },
  { ACTA_LANGUAGE_MODEL_URL: "ftp://127.0.0.1" },
  { ACTA_LANGUAGE_MODEL_PIN: "a1".repeat(32) },
  { ACTA_LANGUAGE_MODEL_PIN: `0:${"a1".repeat(32)}` },
])("one clear sentence about a value that cannot be used: %j", (env) => {
  const [name = ""] = Object.keys(env);
  expect(() => chooseLanguageModel(env)).toThrow(new RegExp(`^${name} must be`));
  expect(() => chooseLanguageModel(env)).toThrow(RangeError);
});
