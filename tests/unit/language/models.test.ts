import path from "node:path";
import { expect, test } from "vitest";
import { chooseLanguageModel, LANGUAGE_MODELS } from "#workers/local/language/models.mjs";

const PIN = `1117320736:${"a1".repeat(32)}`;

test("the default takes 1 to 2 GB; one is smaller and one larger, each with its licence and memory", () => {
  const [small, medium, large] = LANGUAGE_MODELS;
  expect(chooseLanguageModel({})).toMatchObject({ model: { name: medium?.name } });
  expect(medium?.aboutMb).toBeGreaterThanOrEqual(1000);
  expect(medium?.aboutMb).toBeLessThanOrEqual(2000);
  expect(small?.aboutMb).toBeLessThan(medium?.aboutMb ?? 0);
  expect(large?.aboutMb).toBeGreaterThan(medium?.aboutMb ?? 0);
  for (const { licence, memoryGb, aboutMb } of LANGUAGE_MODELS) {
    expect(licence).toBe("Apache-2.0");
    expect(memoryGb * 1000).toBeGreaterThan(aboutMb);
  }
});

test.each(LANGUAGE_MODELS)("an entry has a size and a digest, or neither: $name", ({ bytes, sha256 }) => {
  expect(bytes === null).toBe(sha256 === null);
  expect(sha256 ?? "0".repeat(64)).toMatch(/^[0-9a-f]{64}$/);
});

test("an entry without a digest is disabled", () => {
  for (const { name, sha256 } of LANGUAGE_MODELS) {
    expect(chooseLanguageModel({ ACTA_LANGUAGE_MODEL: name }).kind).toBe(sha256 === null ? "disabled" : "fetched");
  }
});

test("a pin that a person gives allows the file to be fetched, and no other one", () => {
  const choice = chooseLanguageModel({ ACTA_LANGUAGE_MODEL_PIN: PIN, ACTA_LANGUAGE_MODEL_DIR: "/models" });
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
