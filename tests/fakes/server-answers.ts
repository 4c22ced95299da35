/**
 * Answers of servers that people run themselves, in the shapes that these servers document: Ollama's OpenAI endpoint and llama.cpp's
 * server. Only the words are ours.
 */
const json = (status: number, body: object) => () => Response.json(body, { status });
const stream = (events: readonly object[]) => () =>
  new Response(`${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`, {
    headers: { "Content-Type": "text/event-stream" },
  });

const ollama = (delta: object, reason: string | null = null) => ({
  id: "chatcmpl-117",
  object: "chat.completion.chunk",
  created: 1_763_900_000,
  model: "qwen3.5:9b",
  system_fingerprint: "fp_ollama",
  choices: [{ index: 0, delta, finish_reason: reason }],
});
const llama = (delta: object, reason: string | null = null) => ({
  choices: [{ finish_reason: reason, index: 0, delta }],
  created: 1_763_900_000,
  id: "chatcmpl-QX3",
  model: "qwen3.5-9b-q4_k_m.gguf",
  system_fingerprint: "b7100-0de0a01",
  object: "chat.completion.chunk",
});
const timings = { cache_n: 812, prompt_n: 1203, prompt_ms: 5100.1, predicted_n: 240, predicted_ms: 9011.7 };

/** `text` in two pieces, as the server streams it. */
export const OLLAMA = {
  answers: (text: string) =>
    stream([
      ollama({ role: "assistant", content: "", reasoning: "The user wants minutes." }),
      ollama({ role: "assistant", content: text.slice(0, 20) }),
      ollama({ role: "assistant", content: text.slice(20) }),
      ollama({ role: "assistant", content: "" }, "stop"),
    ]),
  isCutOff: (text: string) => stream([ollama({ role: "assistant", content: text.slice(0, 20) }, "length")]),
  hasNoModel: json(404, {
    error: { message: 'model "qwen3.5:9b" not found', type: "not_found_error", param: null, code: null },
  }),
  hasNoMemory: json(500, {
    error: {
      message: "model requires more system memory (9.3 GiB) than is available (6.1 GiB)",
      type: "api_error",
      param: null,
      code: null,
    },
  }),
};

export const LLAMA_CPP = {
  answers: (text: string) =>
    stream([
      llama({ role: "assistant", content: null }),
      llama({ content: text.slice(0, 20) }),
      llama({ content: text.slice(20) }),
      { ...llama({}, "stop"), timings },
    ]),
  isLoading: json(503, { error: { message: "Loading model", type: "unavailable_error", code: 503 } }),
  isTooLong: json(400, {
    error: {
      code: 400,
      message: "the request exceeds the available context size, try increasing it",
      type: "exceed_context_size_error",
      n_prompt_tokens: 9120,
      n_ctx: 4096,
    },
  }),
  wantsKey: json(401, { error: { code: 401, message: "Invalid API Key", type: "authentication_error" } }),
};

const vllm = (delta: object, reason: string | null = null) => ({
  id: "chatcmpl-5f2",
  object: "chat.completion.chunk",
  created: 1_763_900_000,
  model: "Qwen/Qwen3.5-9B",
  choices: [{ index: 0, delta, finish_reason: reason }],
});

export const VLLM = {
  /** With reasoning switched off, some versions of its reader take the whole answer for a thought. */
  answersInThoughts: (text: string) =>
    stream([vllm({ role: "assistant", content: "" }), vllm({ reasoning_content: text }), vllm({}, "stop")]),
  onlyThinks: stream([vllm({ role: "assistant", content: "" }), vllm({ reasoning: "Well." }), vllm({}, "length")]),
};
