// The process in which a language model writes: it loads the model once and answers one question after the other. A crash of the
// engine ends this process only. Started by writing.mjs, which it talks to by messages; it writes nothing to its output, because
// words of meetings must not be in our logs.
import os from "node:os";
import process from "node:process";
import { judgeLines } from "./judge-lines.mjs";

/**
 * @typedef {{ role: "system" | "user" | "assistant", content: string }} Message
 * @typedef {{ type: "write", messages: Message[], schema: object | null, maxTokens: number, temperature: number }} WriteRequest
 * @typedef {{ type: "judge" } & import("./judge-lines.mjs").JudgeRequest} JudgeMessage
 * @typedef {{ promptTokens: number, cachedTokens: number, answerTokens: number }} Usage
 * @typedef {{ type: "ready" } | { type: "broken", problem: "no-engine" | "not-a-model" | "memory" }
 *   | { type: "piece", text: string } | { type: "written", reason: "stop" | "length" | "aborted", usage: Usage }
 *   | { type: "judged", probabilities: number[], usage: Usage } | { type: "too-long" } | { type: "failed", error: string }} WriterMessage
 */

/** Tokens of a question and its answer together. A model of 1.7 billion weights takes about 0.9 GB of memory for so many. */
const CONTEXT_TOKENS = 8192;
/** Less room is of no use: the rules and the fields alone take about 1,500 tokens. */
const CONTEXT_TOKENS_MIN = 4096;
/** More threads wait for the memory. */
const THREADS_MAX = 8;
/**
 * A hybrid model (Qwen3.5) and one with a sliding window (Gemma) cannot go back to any earlier word: only to a stored state, which takes
 * 20 to 50 MB. Those that we take (`keepPrefix`) are enough.
 */
const CHECKPOINTS = { max: 6, interval: /** @type {const} */ (false), maxMemory: 320 * 1024 * 1024 };
/** A shorter beginning is read again as quickly as a state is stored. */
const PREFIX_TOKENS_MIN = 64;
const [, , modelPath = "", threadsWanted = ""] = process.argv;
// The engine's threads wait for each other without sleeping. With as many threads as cores, one that has to share its core with
// another program holds up all of them: a word then takes a second instead of a millisecond. One core is left to the others.
const threads = Number(threadsWanted) || Math.max(1, Math.min(THREADS_MAX, os.availableParallelism() - 1));

// A call that is being recorded, and the person at the machine, come first.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
// The parent is gone: no process waits for answers.
process.on("disconnect", () => process.exit(0));

const engine = await load();
if (engine !== null) {
  /** @type {AbortController | null} */
  let running = null;
  process.on("message", (/** @type {WriteRequest | JudgeMessage | { type: "abort" }} */ request) => {
    if (request.type === "abort") {
      running?.abort();
      return;
    }
    const stop = new AbortController();
    running = stop;
    const work = request.type === "judge" ? judge(engine, request, stop.signal) : write(engine, request, stop.signal);
    work.then(tell, (error) => tell({ type: "failed", error: nameOf(error) }));
  });
  tell({ type: "ready" });
}

async function load() {
  /** @type {typeof import("node-llama-cpp") | null} */
  const library = await import("node-llama-cpp").catch(() => null);
  const llama = library === null ? null : await startEngine(library);
  if (library === null || llama === null) {
    tell({ type: "broken", problem: "no-engine" });
    return null;
  }
  try {
    const model = await llama.loadModel({ modelPath });
    const contextSize = { min: CONTEXT_TOKENS_MIN, max: CONTEXT_TOKENS };
    const context = await model.createContext({ sequences: 1, contextSize, threads });
    const sequence = context.getSequence({ checkpoints: CHECKPOINTS });
    const chatWrapper = chatWrapperOf(library, model);
    return { llama, model, sequence, chat: new library.LlamaChat({ contextSequence: sequence, chatWrapper }) };
  } catch (error) {
    tell({ type: "broken", problem: error instanceof library.InsufficientMemoryError ? "memory" : "not-a-model" });
    return null;
  }
}

/**
 * Thoughts are switched off: a grammar leaves no room for them, and a person who waits for an answer has no use for them. Qwen3.5's own
 * template thinks by default. A model that never learned to think (Qwen2.5) writes nothing but the tags that would end a thought.
 * @param {typeof import("node-llama-cpp")} library @param {import("node-llama-cpp").LlamaModel} model
 */
function chatWrapperOf(library, model) {
  const { general, tokenizer } = model.fileInfo.metadata;
  /** @type {string} */
  const architecture = general.architecture;
  if (architecture === "qwen2" && !tokenizer.chat_template?.includes("<think>")) return new library.ChatMLChatWrapper();
  if (architecture.startsWith("qwen35")) {
    return new library.QwenChatWrapper({ variation: "3.5", thoughts: "discourage" });
  }
  const customWrapperSettings = {
    qwen: { thoughts: /** @type {const} */ ("discourage") },
    gemma4: { reasoning: false },
  };
  return library.resolveChatWrapper(model, { customWrapperSettings });
}

/** Null when no build of the engine exists for this platform. Nothing is ever built or downloaded. @param {typeof import("node-llama-cpp")} library */
async function startEngine({ getLlama, LlamaLogLevel }) {
  // Of the builds for Apple's processors only the one for their graphics is published.
  const gpu = process.platform === "darwin" && process.arch === "arm64" ? "metal" : false;
  const logs = { logLevel: LlamaLogLevel.disabled, progressLogs: false, logger: () => {} };
  try {
    return await getLlama({ gpu, build: "never", skipDownload: true, maxThreads: threads, ...logs });
  } catch {
    return null;
  }
}

/**
 * @param {NonNullable<Awaited<ReturnType<typeof load>>>} engine @param {WriteRequest} request @param {AbortSignal} signal
 * @returns {Promise<WriterMessage>}
 */
async function write({ llama, model, sequence, chat }, { messages, schema, maxTokens, temperature }, signal) {
  const grammar = schema === null ? null : await llama.createGrammarForJsonSchema(/** @type {any} */ (schema));
  const history = messages.map(({ role, content }) => {
    if (role === "assistant") return { type: "model", response: [content] };
    return { type: role, text: content };
  });
  const items = /** @type {import("node-llama-cpp").ChatHistoryItem[]} */ ([
    ...history,
    { type: "model", response: [] },
  ]);
  // The engine would drop the beginning of a longer question, and the rules with it.
  const asked = chat.chatWrapper.generateContextState({ chatHistory: items }).contextText.tokenize(model.tokenizer);
  if (asked.length + maxTokens > sequence.contextSize) return { type: "too-long" };
  const before = sequence.tokenMeter.getState();
  await keepPrefix(sequence, asked);
  const { metadata } = await chat.generateResponse(items, {
    ...(grammar === null ? {} : { grammar }),
    maxTokens,
    temperature,
    // A small model tends to say the same thing for ever.
    repeatPenalty: { penalty: 1.1, lastTokens: 64 },
    signal,
    stopOnAbortSignal: true,
    onTextChunk: (text) => tell({ type: "piece", text }),
  });
  const used = sequence.tokenMeter.diff(before);
  const usage = {
    promptTokens: asked.length,
    // The part of the question that the sequence still knew of the one before is not read again.
    cachedTokens: Math.max(0, asked.length - used.usedInputTokens),
    answerTokens: used.usedOutputTokens,
  };
  const reason = metadata.stopReason === "abort" ? "aborted" : metadata.stopReason === "maxTokens" ? "length" : "stop";
  return { type: "written", reason, usage };
}

/** @param {NonNullable<Awaited<ReturnType<typeof load>>>} engine @param {JudgeMessage} request @param {AbortSignal} signal @returns {Promise<WriterMessage>} */
async function judge(engine, request, signal) {
  const judged = await judgeLines(engine, request, signal);
  return judged === null ? { type: "too-long" } : { type: "judged", ...judged };
}

/** The question before this one. @type {import("node-llama-cpp").Token[]} */
let lastAsked = [];

/**
 * For a model that needs stored states to go back: stores one where the beginning that this question shares with the one before ends, so
 * that the next question with the same rules, or about the same part, does not read it again. Others keep all they have read.
 * @param {import("node-llama-cpp").LlamaContextSequence} sequence @param {import("node-llama-cpp").Token[]} asked
 */
async function keepPrefix(sequence, asked) {
  const before = lastAsked;
  lastAsked = asked;
  if (!sequence.needsCheckpoints) return;
  const differs = asked.findIndex((token, index) => token !== before[index]);
  const prefix = asked.slice(0, differs === -1 ? asked.length - 1 : differs);
  if (prefix.length < PREFIX_TOKENS_MIN) return;
  await sequence.adaptStateToTokens(prefix, false);
  const rest = prefix.slice(sequence.nextTokenIndex);
  if (rest.length === 0) return;
  await sequence.evaluateWithoutGeneratingNewTokens(rest);
  await sequence.takeCheckpoint();
}

/** @param {WriterMessage} message */
function tell(message) {
  process.send?.(message);
}

/** @param {unknown} error */
function nameOf(error) {
  return error instanceof Error ? error.name : "unknown";
}
