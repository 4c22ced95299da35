import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "#tests/fakes/serve.mjs";
import { parseConfig } from "#workers/config.ts";
import { findServers } from "#workers/local/language/find-servers.mjs";
import { languageChild } from "#workers/local/language/language-child.mjs";

async function aProject(devVars?: string): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), "acta-root-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  if (devVars !== undefined) await writeFile(path.join(root, ".dev.vars"), devVars);
  return root;
}

const PIN = { ACTA_LANGUAGE_MODEL_PIN: `1117320736:${"a1".repeat(32)}` };
const none = () => Promise.resolve([]);
const OLLAMA = { name: "Ollama" as const, origin: "http://127.0.0.1:11434", models: ["qwen3:8b", "qwen3:4b"] };
const STUDIO = { name: "LM Studio" as const, origin: "http://127.0.0.1:1234", models: ["qwen/qwen3-4b"] };
const child = async (
  env: Record<string, string>,
  { servers = [], devVars }: { servers?: (typeof OLLAMA | typeof STUDIO)[]; devVars?: string } = {},
) => languageChild({ env, root: await aProject(devVars), port: 20_500, find: () => Promise.resolve(servers) });

test("a model that can be fetched has a server, with a key that no other start has", async () => {
  const [one, other] = [await child(PIN), await child(PIN)];
  expect(one.variables).toMatchObject({ LANGUAGE_ENGINE: "local", LANGUAGE_BASE_URL: "http://127.0.0.1:20500" });
  expect(one.spec?.env.LANGUAGE_KEY).toMatch(/^[\w-]{32}$/);
  expect(one.variables.LANGUAGE_API_KEY).toBe(one.spec?.env.LANGUAGE_KEY);
  expect(one.spec?.env.LANGUAGE_KEY).not.toBe(other.spec?.env.LANGUAGE_KEY);
  expect(one.says).toContain("1117 MB");
  expect(parseConfig({ ENVIRONMENT: "local", ...one.variables }).language).toMatchObject({ engine: "local" });
});

test("without a model that is there or can be fetched, meetings are quoted and no server is started", async () => {
  const { spec, variables, says } = await child({});
  expect([spec, variables]).toEqual([null, {}]);
  expect(says).toContain("ACTA_LANGUAGE_MODEL_PATH");
  expect(parseConfig({ ENVIRONMENT: "local", ...variables }).language.engine).toBe("extractive");
});

test("a model file that is not there is named at the start; one that is there is used", async () => {
  const folder = await aProject();
  const file = path.join(folder, "own.gguf");
  const absent = await child({ ACTA_LANGUAGE_MODEL_PATH: file });
  expect(absent.says).toBe(`quotations, because the file of ACTA_LANGUAGE_MODEL_PATH is not there (${file})`);
  await writeFile(file, "GGUF");
  expect((await child({ ACTA_LANGUAGE_MODEL_PATH: file })).says).toBe(`a model on this machine (${file})`);
});

test("LANGUAGE_ENGINE=local without any model is refused, with the ways to one", async () => {
  await expect(child({ LANGUAGE_ENGINE: "local" })).rejects.toThrow(
    /ACTA_LANGUAGE_MODEL_PATH.*ACTA_LANGUAGE_MODEL_PIN/,
  );
});

test.each([
  { env: { LANGUAGE_ENGINE: "extractive" } },
  { env: { LANGUAGE_ENGINE: "openai" } },
  { env: {}, devVars: "LANGUAGE_ENGINE=openai\nLANGUAGE_BASE_URL=http://127.0.0.1:8000\n" },
])("another engine is what was asked for: $env $devVars", async ({ env, devVars }) => {
  const root = await aProject(devVars);
  expect(await languageChild({ env: { ...PIN, ...env }, root, port: 20_500, find: none })).toMatchObject({
    spec: null,
    variables: {},
  });
});

test("a server that a person runs is named in one line, with the model and the variable that enables it", async () => {
  const { hint, variables } = await child({}, { servers: [OLLAMA, STUDIO] });
  expect(hint).toBe("Ollama is here with qwen3:8b: LANGUAGE_ENGINE=ollama lets it write the minutes");
  expect(variables).toEqual({});
});

test.each([
  { servers: [OLLAMA, STUDIO], env: {}, model: "qwen3:8b", origin: OLLAMA.origin },
  { servers: [STUDIO], env: {}, model: "qwen/qwen3-4b", origin: STUDIO.origin },
  { servers: [{ ...OLLAMA, models: [] }, STUDIO], env: {}, model: "qwen/qwen3-4b", origin: STUDIO.origin },
  { servers: [OLLAMA], env: { LANGUAGE_MODEL: "qwen3:4b" }, model: "qwen3:4b", origin: OLLAMA.origin },
])("LANGUAGE_ENGINE=ollama takes $model", async ({ servers, env, model, origin }) => {
  const { variables, says } = await child({ LANGUAGE_ENGINE: "ollama", ...env }, { servers });
  expect(variables).toEqual({
    LANGUAGE_ENGINE: "openai",
    LANGUAGE_BASE_URL: origin,
    LANGUAGE_MODEL: model,
    LANGUAGE_CONTEXT_TOKENS: "4096",
  });
  expect(says).toContain(model);
  expect(parseConfig({ ENVIRONMENT: "local", ...variables }).language).toMatchObject({ engine: "openai", model });
});

test("LANGUAGE_ENGINE=ollama works from .dev.vars, with its own size of the context", async () => {
  const devVars = "LANGUAGE_ENGINE=ollama\nLANGUAGE_CONTEXT_TOKENS=16384\n";
  expect((await child({}, { servers: [OLLAMA], devVars })).variables.LANGUAGE_CONTEXT_TOKENS).toBe("16384");
});

test.each([
  { servers: [], env: {} },
  { servers: [{ ...OLLAMA, models: [] }], env: {} },
  { servers: [OLLAMA], env: { LANGUAGE_MODEL: "mistral" } },
])("LANGUAGE_ENGINE=ollama without a server or its model is one clear sentence: $env", async ({ servers, env }) => {
  await expect(child({ LANGUAGE_ENGINE: "ollama", ...env }, { servers })).rejects.toThrow(RangeError);
});

/** Lists as the servers send them. */
const OLLAMA_LIST = {
  object: "list",
  data: [
    { id: "nomic-embed-text:latest", object: "model", created: 1_762_000_000, owned_by: "library" },
    { id: "qwen3:8b", object: "model", created: 1_761_000_000, owned_by: "library" },
  ],
};
const STUDIO_LIST = {
  data: [
    { id: "qwen/qwen3-4b", object: "model", owned_by: "organization_owner" },
    { id: "text-embedding-nomic-embed-text-v1.5", object: "model", owned_by: "organization_owner" },
  ],
  object: "list",
};

test.each([
  { what: "Ollama's models", body: OLLAMA_LIST, models: ["qwen3:8b"] },
  { what: "LM Studio's models", body: STUDIO_LIST, models: ["qwen/qwen3-4b"] },
  { what: "Ollama without a model", body: { object: "list", data: null }, models: [] },
  { what: "names that break a line", body: { data: [{ id: "a\nb" }, { id: 7 }, null] }, models: [] },
])("the list of $what is read", async ({ body, models }) => {
  const { origin, stop } = await serve(() => Promise.resolve(Response.json(body)));
  onTestFinished(stop);
  expect(await findServers([{ name: "Ollama", origin }])).toEqual([{ name: "Ollama", origin, models }]);
});

test("a port on which nothing, or another program, answers is no server", async () => {
  const page = await serve(() => Promise.resolve(new Response("<html></html>")));
  const missing = await serve(() => Promise.resolve(new Response(null, { status: 404 })));
  await missing.stop();
  onTestFinished(page.stop);
  const places = [page.origin, missing.origin].map((origin) => ({ name: "Ollama" as const, origin }));
  expect(await findServers(places)).toEqual([]);
});
