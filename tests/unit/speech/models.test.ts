import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { chooseModel, describeModel, SPEECH_MODELS } from "#workers/local/speech/models.mjs";

const root = path.resolve(import.meta.dirname, "../../..");

test("without a word said it is the small multilingual model, in the user's folder and not in the project", () => {
  const choice = chooseModel({});
  expect(choice).toMatchObject({ kind: "fetched", id: "small-q5_1", model: { name: "small" } });
  expect(choice.path.startsWith(homedir())).toBe(true);
  expect(choice.path.startsWith(root + path.sep)).toBe(false);
});

test.each(SPEECH_MODELS)("$name is fetched from a fixed revision over https, with its size and sum known", (model) => {
  const choice = chooseModel({ ACTA_SPEECH_MODEL: model.name, ACTA_SPEECH_MODEL_DIR: "/models" });
  expect(choice).toMatchObject({ kind: "fetched", path: path.join("/models", model.file) });
  expect(choice.kind === "fetched" && choice.url).toMatch(
    /^https:\/\/huggingface\.co\/.+\/resolve\/[0-9a-f]{40}\/ggml-/,
  );
  expect(model.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(model.file).not.toContain(".en");
});

test("docs/configuration.md lists every model with its download size", () => {
  const page = readFileSync(path.join(root, "docs/configuration.md"), "utf8");
  for (const { name, bytes } of SPEECH_MODELS) {
    expect(page).toMatch(new RegExp(`\\| \`${name}\`[^|]*\\| ${Math.round(bytes / 1_000_000)} MB`));
  }
});

test("a file that somebody has is taken as it is", () => {
  const choice = chooseModel({ ACTA_SPEECH_MODEL_PATH: "/my models/ggml ñ.bin", ACTA_SPEECH_MODEL: "tiny" });
  expect(choice).toEqual({ kind: "file", id: "file-ggml__.bin", path: "/my models/ggml ñ.bin" });
  expect(describeModel(choice)).toContain("/my models/ggml ñ.bin");
});

test("before anything is fetched it is said what, how much and from where", () => {
  const choice = chooseModel({ ACTA_SPEECH_MODEL_DIR: "/nowhere" });
  expect(describeModel(choice)).toContain("190 MB, is fetched from huggingface.co");
});

test.each([
  [{ ACTA_SPEECH_MODEL: "enormous" }, "ACTA_SPEECH_MODEL must be one of tiny, base, small, medium, large"],
  [{ ACTA_SPEECH_MODEL_URL: "http://models.example" }, "ACTA_SPEECH_MODEL_URL must be an https address"],
  [{ ACTA_SPEECH_MODEL_URL: "http://localhost.example" }, "ACTA_SPEECH_MODEL_URL must be an https address"],
])("%j is refused in words", (env, sentence) => {
  expect(() => chooseModel(env)).toThrow(sentence);
});
