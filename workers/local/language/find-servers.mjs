// Language servers that people run for themselves: Ollama and LM Studio, on their usual ports of this machine. Ollama lists its models
// with their sizes under `GET /api/tags`, LM Studio as OpenAI does under `GET /v1/models`.
import os from "node:os";
import process from "node:process";

/** `models`: the best one for this machine first. @typedef {{ name: "Ollama" | "LM Studio", origin: string, models: string[] }} FoundServer */
/** @typedef {{ name: FoundServer["name"], origin: string }} Place */

/**
 * Their usual places; Ollama's own variable says where it stands otherwise. Of another machine only LANGUAGE_BASE_URL speaks.
 * @param {Record<string, string | undefined>} env @returns {readonly Place[]}
 */
function usualPlaces({ OLLAMA_HOST: host = "" }) {
  const [, port] = /^(?:https?:\/\/)?(?:127\.0\.0\.1|localhost|0\.0\.0\.0)?:(\d+)\/?$/.exec(host) ?? [];
  return [
    { name: "Ollama", origin: `http://127.0.0.1:${port ?? 11_434}` },
    { name: "LM Studio", origin: "http://127.0.0.1:1234" },
  ];
}
/** On loopback a server that is there answers at once; the start does not wait for one that is not. */
const LOOK_MS_MAX = 800;
const LIST_CHARS_MAX = 1_000_000;
/** Models that turn text into vectors, or sound and pictures into text, write no minutes. */
const WRITES_NOTHING = /embed|bge-|minilm|rerank|whisper|ocr/i;
/** Families that write good minutes in the four languages, in this order; then the others. */
const FAMILIES = [/gemma-?4/i, /qwen-?3\.5/i, /qwen-?3/i, /gemma-?3/i, /mistral|ministral/i, /llama-?(3|4)/i];
/** A model that fills the memory pushes everything else out of it. */
const MEMORY_SHARE_MAX = 0.6;

/**
 * The servers that answer, with the models that can write. Never throws.
 * @param {readonly Place[]} [places] @returns {Promise<FoundServer[]>}
 */
export async function findServers(places = usualPlaces(process.env), memoryBytes = os.totalmem()) {
  const found = await Promise.all(places.map((place) => look(place, memoryBytes)));
  return found.filter((server) => server !== null);
}

/** @param {Place} place @param {number} memoryBytes @returns {Promise<FoundServer | null>} */
async function look({ name, origin }, memoryBytes) {
  try {
    const signal = AbortSignal.timeout(LOOK_MS_MAX);
    const path = name === "Ollama" ? "/api/tags" : "/v1/models";
    const response = await fetch(`${origin}${path}`, { signal, redirect: "manual" });
    if (!response.ok) return null;
    const text = await response.text();
    if (text.length > LIST_CHARS_MAX) return null;
    return { name, origin, models: bestFirst(modelsIn(JSON.parse(text)), memoryBytes) };
  } catch {
    return null;
  }
}

/** `bytes`: null where the server does not say. @param {unknown} list @returns {{ id: string, bytes: number | null }[]} */
function modelsIn(list) {
  if (typeof list !== "object" || list === null) return [];
  const models = "models" in list ? list.models : "data" in list ? list.data : null;
  // Ollama says null where it has no model.
  if (!Array.isArray(models)) return [];
  return models
    .map((model) => ({
      id: String(model?.name ?? model?.id ?? ""),
      bytes: typeof model?.size === "number" ? model.size : null,
    }))
    .filter(({ id }) => /^[\w.:/@+-]{1,200}$/.test(id) && !WRITES_NOTHING.test(id));
}

/**
 * Of the best family that has a model which fits into the memory, its largest one. LM Studio gives no sizes: its own order stays.
 * @param {{ id: string, bytes: number | null }[]} models @param {number} memoryBytes
 */
function bestFirst(models, memoryBytes) {
  const fits = (/** @type {number | null} */ bytes) => (bytes ?? 0) <= memoryBytes * MEMORY_SHARE_MAX;
  const familyOf = (/** @type {string} */ id) => {
    const at = FAMILIES.findIndex((family) => family.test(id));
    return at === -1 ? FAMILIES.length : at;
  };
  return models
    .toSorted(
      (one, other) =>
        Number(fits(other.bytes)) - Number(fits(one.bytes)) ||
        familyOf(one.id) - familyOf(other.id) ||
        (other.bytes ?? 0) - (one.bytes ?? 0),
    )
    .map(({ id }) => id);
}
