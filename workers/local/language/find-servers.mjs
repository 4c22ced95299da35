// Language servers that people run for themselves: Ollama and LM Studio, on their usual ports of this machine. Both speak OpenAI's
// protocol, and list their models under `GET /v1/models`.

/** @typedef {{ name: "Ollama" | "LM Studio", origin: string, models: string[] }} FoundServer */

/** @type {readonly { name: FoundServer["name"], origin: string }[]} */
const USUAL = [
  { name: "Ollama", origin: "http://127.0.0.1:11434" },
  { name: "LM Studio", origin: "http://127.0.0.1:1234" },
];
/** On loopback a server that is there answers at once; the start does not wait for one that is not. */
const LOOK_MS_MAX = 800;
const LIST_CHARS_MAX = 1_000_000;
/** Models that turn text into vectors, or pictures into text, write no minutes. */
const WRITES_NOTHING = /embed|bge-|minilm|rerank|whisper/i;

/**
 * The servers that answer, with the models that can write, in the servers' own order. Never throws.
 * @param {readonly { name: FoundServer["name"], origin: string }[]} [places] @returns {Promise<FoundServer[]>}
 */
export async function findServers(places = USUAL) {
  const found = await Promise.all(places.map((place) => look(place)));
  return found.filter((server) => server !== null);
}

/** @param {{ name: FoundServer["name"], origin: string }} place @returns {Promise<FoundServer | null>} */
async function look({ name, origin }) {
  try {
    const signal = AbortSignal.timeout(LOOK_MS_MAX);
    const response = await fetch(`${origin}/v1/models`, { signal, redirect: "manual" });
    if (!response.ok) return null;
    const text = await response.text();
    if (text.length > LIST_CHARS_MAX) return null;
    return { name, origin, models: modelsIn(JSON.parse(text)) };
  } catch {
    return null;
  }
}

/** @param {unknown} list @returns {string[]} */
function modelsIn(list) {
  const data = typeof list === "object" && list !== null && "data" in list ? list.data : null;
  // Ollama says null where it has no model.
  if (!Array.isArray(data)) return [];
  return data
    .map((model) => (typeof model?.id === "string" ? model.id : ""))
    .filter((id) => /^[\w.:/@+-]{1,200}$/.test(id) && !WRITES_NOTHING.test(id));
}
