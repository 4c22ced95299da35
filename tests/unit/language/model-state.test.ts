import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readChosenServer } from "#workers/local/language/chosen-server.mjs";
import type { FoundServer } from "#workers/local/language/find-servers.mjs";
import type { LanguageReadiness } from "#workers/local/language/language-readiness.mjs";
import { ModelStates } from "#workers/local/language/model-state.mjs";

const OLLAMA: FoundServer = { name: "Ollama", origin: "http://127.0.0.1:11434", models: ["gemma4:e2b", "qwen3.5:4b"] };
const ABSENT: LanguageReadiness = { state: "absent", offer: { name: "medium", bytes: 1_300_000_000 } };

async function someStates(found: FoundServer[]) {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-choice-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "language.json");
  let now = 0;
  let looks = 0;
  const readiness = { look: () => ABSENT, fetch: () => ABSENT, pause: () => Promise.resolve(ABSENT) };
  const find = () => {
    looks += 1;
    return Promise.resolve([...found]);
  };
  const states = new ModelStates({ readiness, file, now: () => now, find });
  return { states, chosen: () => readChosenServer(file), looks: () => looks, wait: (ms: number) => (now += ms) };
}

test("a server that is started while Acta runs is found, with its best model", async () => {
  const found: FoundServer[] = [];
  const { states, looks, wait } = await someStates(found);
  expect(await states.look()).toEqual({ ...ABSENT, servers: [], uses: null });
  found.push(OLLAMA);
  wait(4000);
  expect((await states.look()).servers).toEqual([]);
  wait(1000);
  expect((await states.look()).servers).toEqual([{ server: "Ollama", model: "gemma4:e2b" }]);
  expect(looks()).toBe(2);
});

test("a server that the person chooses writes, and fetching Acta's own model takes it back", async () => {
  const { states, chosen } = await someStates([OLLAMA]);
  const uses = { server: "Ollama" as const, model: "qwen3.5:4b" };
  expect(await states.use(uses)).toMatchObject({ state: "ready", uses });
  expect(chosen()).toEqual({ ...uses, origin: OLLAMA.origin });
  expect(await states.fetch("click-1")).toMatchObject({ state: "absent", uses: null });
  expect(chosen()).toBeNull();
});

test("a server or a model that is not there is not chosen", async () => {
  const { states, chosen } = await someStates([OLLAMA]);
  await states.use({ server: "Ollama", model: "another" });
  await states.use({ server: "LM Studio", model: "gemma4:e2b" });
  expect(chosen()).toBeNull();
});

test("a chosen server that no longer answers is said", async () => {
  const found = [OLLAMA];
  const { states, wait } = await someStates(found);
  const uses = { server: "Ollama" as const, model: "gemma4:e2b" };
  await states.use(uses);
  found.pop();
  wait(5000);
  expect(await states.look()).toEqual({ state: "failed", problem: "server-gone", servers: [], uses });
});
