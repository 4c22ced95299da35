import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "#tests/fakes/serve.mjs";
import { parseConfig } from "#workers/config.ts";
import { writeChosenServer } from "#workers/local/language/chosen-server.mjs";
import { findServers } from "#workers/local/language/find-servers.mjs";
import { languageChild } from "#workers/local/language/language-child.mjs";

async function aProject(devVars?: string): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), "acta-root-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  if (devVars !== undefined) await writeFile(path.join(root, ".dev.vars"), devVars);
  return root;
}

const MODEL = { ACTA_LANGUAGE_MODEL: "medium" };
const none = () => Promise.resolve([]);
const OLLAMA = { name: "Ollama" as const, origin: "http://127.0.0.1:11434", models: ["gemma4:e2b", "qwen3.5:4b"] };
const STUDIO = { name: "LM Studio" as const, origin: "http://127.0.0.1:1234", models: ["qwen/qwen3.5-4b"] };
const child = async (
  env: Record<string, string>,
  { servers = [], devVars }: { servers?: (typeof OLLAMA | typeof STUDIO)[]; devVars?: string } = {},
) => {
  const root = await aProject(devVars);
  return languageChild({ env, root, dataDir: root, port: 20_500, find: () => Promise.resolve(servers) });
};

test("a model that can be fetched has a server, with a key that no other start has", async () => {
  const [one, other] = [await child(MODEL), await child(MODEL)];
  const variables = one.variables();
  expect(variables).toMatchObject({
    LANGUAGE_ENGINE: "local",
    LANGUAGE_BASE_URL: "http://127.0.0.1:20500",
    LOCAL_MODEL_URL: "http://127.0.0.1:20500",
  });
  expect(one.spec?.env.LANGUAGE_KEY).toMatch(/^[\w-]{32}$/);
  expect(variables.LANGUAGE_API_KEY).toBe(one.spec?.env.LANGUAGE_KEY);
  expect(one.spec?.env.LANGUAGE_KEY).not.toBe(other.spec?.env.LANGUAGE_KEY);
  expect(one.says).toContain("quotations");
  expect(one.hint).toMatch(/write real minutes on this machine \(1\.3 GB from huggingface\.co, once\)/);
  const config = parseConfig({ ENVIRONMENT: "local", ...variables });
  expect(config.language).toMatchObject({ engine: "local" });
  expect(config.localModel?.apiKey).toBe(one.spec?.env.LANGUAGE_KEY);
});

test("a model file that is not there is named at the start; one that is there is used", async () => {
  const folder = await aProject();
  const file = path.join(folder, "own.gguf");
  const absent = await child({ ACTA_LANGUAGE_MODEL_PATH: file });
  expect(absent.says).toBe(`quotations, because the file of ACTA_LANGUAGE_MODEL_PATH is not there (${file})`);
  await writeFile(file, "GGUF");
  expect((await child({ ACTA_LANGUAGE_MODEL_PATH: file })).says).toBe(`a model on this machine (${file})`);
});

test.each([
  { env: { LANGUAGE_ENGINE: "extractive" } },
  { env: { LANGUAGE_ENGINE: "openai" } },
  { env: { LANGUAGE_ENGINE: "ollama", LANGUAGE_BASE_URL: "http://127.0.0.2:11434" } },
  { env: {}, devVars: "LANGUAGE_ENGINE=openai\nLANGUAGE_BASE_URL=http://127.0.0.1:8000\n" },
])("another engine is what was asked for: $env $devVars", async ({ env, devVars }) => {
  const root = await aProject(devVars);
  const made = await languageChild({ env: { ...MODEL, ...env }, root, dataDir: root, port: 20_500, find: none });
  expect([made.spec, made.variables()]).toEqual([null, {}]);
});

test("a server that a person runs is named in one line, with its best model", async () => {
  const { hint, variables } = await child({}, { servers: [OLLAMA, STUDIO] });
  expect(hint).toBe("Home and Settings offer to let Ollama write real minutes with gemma4:e2b");
  expect(variables().LANGUAGE_ENGINE).toBe("local");
});

test.each([
  { servers: [OLLAMA, STUDIO], env: {}, model: "gemma4:e2b", origin: OLLAMA.origin },
  { servers: [STUDIO], env: {}, model: "qwen/qwen3.5-4b", origin: STUDIO.origin },
  { servers: [{ ...OLLAMA, models: [] }, STUDIO], env: {}, model: "qwen/qwen3.5-4b", origin: STUDIO.origin },
  { servers: [OLLAMA], env: { LANGUAGE_MODEL: "qwen3.5:4b" }, model: "qwen3.5:4b", origin: OLLAMA.origin },
])("LANGUAGE_ENGINE=ollama takes $model", async ({ servers, env, model, origin }) => {
  const { variables, says } = await child({ LANGUAGE_ENGINE: "ollama", ...env }, { servers });
  const engine = origin === OLLAMA.origin ? "ollama" : "openai";
  expect(variables()).toEqual({
    LANGUAGE_ENGINE: engine,
    LANGUAGE_BASE_URL: origin,
    LANGUAGE_MODEL: model,
    LANGUAGE_CONTEXT_TOKENS: expect.stringMatching(engine === "ollama" ? /^(16384|32768)$/ : /^4096$/),
  });
  expect(says).toContain(model);
  expect(parseConfig({ ENVIRONMENT: "local", ...variables() }).language).toMatchObject({ engine, model });
});

test("LANGUAGE_ENGINE=ollama works from .dev.vars, with its own size of the context", async () => {
  const devVars = "LANGUAGE_ENGINE=ollama\nLANGUAGE_CONTEXT_TOKENS=16384\n";
  expect((await child({}, { servers: [OLLAMA], devVars })).variables().LANGUAGE_CONTEXT_TOKENS).toBe("16384");
});

test.each([
  { servers: [], env: {} },
  { servers: [{ ...OLLAMA, models: [] }], env: {} },
  { servers: [OLLAMA], env: { LANGUAGE_MODEL: "mistral" } },
])("LANGUAGE_ENGINE=ollama without a server or its model is one clear sentence: $env", async ({ servers, env }) => {
  await expect(child({ LANGUAGE_ENGINE: "ollama", ...env }, { servers })).rejects.toThrow(RangeError);
});

test("a server that the person has chosen on a page writes, from this start on and from the next", async () => {
  const root = await aProject();
  const wanted = { env: MODEL, root, dataDir: root, port: 20_500, find: () => Promise.resolve([OLLAMA]) };
  const made = await languageChild(wanted);
  const choice = { server: "Ollama" as const, origin: OLLAMA.origin, model: "qwen3.5:4b" };
  writeChosenServer(made.choiceFile ?? "", choice);
  const chosen = { LANGUAGE_ENGINE: "ollama", LANGUAGE_BASE_URL: OLLAMA.origin, LANGUAGE_MODEL: "qwen3.5:4b" };
  expect(made.variables()).toMatchObject({ ...chosen, LOCAL_MODEL_URL: "http://127.0.0.1:20500" });
  const next = await languageChild(wanted);
  expect(next.variables()).toMatchObject(chosen);
  expect([next.says, next.hint]).toEqual(["Ollama (http://127.0.0.1:11434), the model qwen3.5:4b", null]);
  writeChosenServer(made.choiceFile ?? "", null);
  expect(made.variables().LANGUAGE_ENGINE).toBe("local");
});

/** Lists as the servers send them. */
const tag = (name: string, gigabytes: number) => ({ name, model: name, size: gigabytes * 1e9, details: {} });
const STUDIO_LIST = {
  data: [
    { id: "qwen/qwen3.5-4b", object: "model", owned_by: "organization_owner" },
    { id: "text-embedding-nomic-embed-text-v1.5", object: "model", owned_by: "organization_owner" },
  ],
  object: "list",
};

test.each([
  { what: "LM Studio's models", body: STUDIO_LIST, models: ["qwen/qwen3.5-4b"] },
  { what: "Ollama without a model", body: { models: null }, models: [] },
  { what: "names that break a line", body: { models: [{ name: "a\nb" }, { name: 7 }, null] }, models: ["7"] },
  {
    what: "Ollama's models, the best that fits into 8 GB first",
    body: {
      models: [
        tag("llama3.2:3b", 2),
        tag("nomic-embed-text:latest", 0.3),
        tag("gemma4:12b", 7.6),
        tag("qwen3.5:9b", 6.6),
        tag("qwen3.5:2b", 1.5),
        tag("qwen3.5:4b", 3.4),
      ],
    },
    models: ["qwen3.5:4b", "qwen3.5:2b", "llama3.2:3b", "gemma4:12b", "qwen3.5:9b"],
  },
])("the list of $what is read", async ({ what, body, models }) => {
  const { origin, stop } = await serve(() => Promise.resolve(Response.json(body)));
  onTestFinished(stop);
  const name = what.startsWith("LM") ? ("LM Studio" as const) : ("Ollama" as const);
  expect(await findServers([{ name, origin }], 8e9)).toEqual([{ name, origin, models }]);
});

test("a port on which nothing, or another program, answers is no server", async () => {
  const page = await serve(() => Promise.resolve(new Response("<html></html>")));
  const missing = await serve(() => Promise.resolve(new Response(null, { status: 404 })));
  await missing.stop();
  onTestFinished(page.stop);
  const places = [page.origin, missing.origin].map((origin) => ({ name: "Ollama" as const, origin }));
  expect(await findServers(places)).toEqual([]);
});
