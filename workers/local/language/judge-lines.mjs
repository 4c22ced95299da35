// The language model as a judge of lines of minutes: how likely it takes each line for something that was said. A small model says "yes" to
// nearly everything, so its word proves little; the probability of that word separates better (docs/measurements.md).

/** The beginnings of the two answers. A model may spell them in either way. */
const YES = ["Yes", "yes", " Yes", " yes", "YES"];
const NO = ["No", "no", " No", " no", "NO"];

/**
 * @typedef {import("node-llama-cpp").Token} Token
 * @typedef {{ model: import("node-llama-cpp").LlamaModel, sequence: import("node-llama-cpp").LlamaContextSequence,
 *   chat: import("node-llama-cpp").LlamaChat }} Engine
 * @typedef {{ system: string, passages: string, questions: string[] }} JudgeRequest
 */

/**
 * The probability of "yes" to each question, from 0 to 1. All questions follow the same passages, which are read once. Null when they do
 * not fit.
 * @param {Engine} engine @param {JudgeRequest} request @param {AbortSignal} signal
 * @returns {Promise<{ probabilities: number[], usage: import("./writer.mjs").Usage } | null>}
 */
export async function judgeLines({ model, sequence, chat }, { system, passages, questions }, signal) {
  const asked = questions.map((question) => tokensOf({ model, chat }, system, `${passages}\n${question}`));
  if (asked.some((tokens) => tokens.length >= sequence.contextSize)) return null;
  const [allYes, allNo] = [firstTokens(model, YES), firstTokens(model, NO)];
  // A vocabulary may begin both words with the same sign.
  const yes = allYes.filter((token) => !allNo.includes(token));
  const no = allNo.filter((token) => !allYes.includes(token));
  const before = sequence.tokenMeter.getState();
  /** @type {number[]} */
  const probabilities = [];
  for (const [at, tokens] of asked.entries()) {
    signal.throwIfAborted();
    await keepShared(sequence, tokens, asked[at + 1]);
    await sequence.adaptStateToTokens(tokens.slice(0, -1), false);
    const rest = tokens.slice(sequence.nextTokenIndex);
    const last = rest.at(-1);
    if (last === undefined) throw new Error("nothing to read");
    const outputs = await sequence.controlledEvaluate([
      ...rest.slice(0, -1),
      [last, { generateNext: { logits: { filter: { tokens: [...yes, ...no] } } } }],
    ]);
    const logits = outputs.at(-1)?.next.logits ?? new Map();
    probabilities.push(shareOf(logits, yes, no));
  }
  const promptTokens = asked.reduce((sum, { length }) => sum + length, 0);
  const used = sequence.tokenMeter.diff(before).usedInputTokens;
  // A probability is one token that is not written.
  const usage = { promptTokens, cachedTokens: Math.max(0, promptTokens - used), answerTokens: 0 };
  return { probabilities, usage };
}

/**
 * A model that can only go back to stored states gets one where the questions part; others keep all they have read.
 * @param {Engine["sequence"]} sequence @param {Token[]} tokens @param {Token[] | undefined} next
 */
async function keepShared(sequence, tokens, next) {
  if (!sequence.needsCheckpoints || next === undefined) return;
  const differs = tokens.findIndex((token, at) => token !== next[at]);
  const shared = tokens.slice(0, differs === -1 ? tokens.length - 1 : differs);
  await sequence.adaptStateToTokens(shared, false);
  const rest = shared.slice(sequence.nextTokenIndex);
  if (rest.length === 0) return;
  await sequence.evaluateWithoutGeneratingNewTokens(rest);
  await sequence.takeCheckpoint();
}

/** @param {Pick<Engine, "model" | "chat">} engine @param {string} system @param {string} text @returns {Token[]} */
function tokensOf({ model, chat }, system, text) {
  const { contextText } = chat.chatWrapper.generateContextState({
    chatHistory: [
      { type: "system", text: system },
      { type: "user", text },
      { type: "model", response: [] },
    ],
  });
  return contextText.tokenize(model.tokenizer);
}

/** @param {Engine["model"]} model @param {readonly string[]} words @returns {Token[]} */
function firstTokens(model, words) {
  return [...new Set(words.flatMap((word) => model.tokenize(word).slice(0, 1)))];
}

/** The share of "yes" in the probability of both; a half where the vocabulary has neither. @param {Map<Token, number>} logits @param {Token[]} yes @param {Token[]} no */
function shareOf(logits, yes, no) {
  const most = Math.max(...logits.values());
  const weightOf = (/** @type {Token[]} */ tokens) =>
    tokens.reduce((sum, token) => sum + Math.exp((logits.get(token) ?? Number.NEGATIVE_INFINITY) - most), 0);
  const [forIt, against] = [weightOf(yes), weightOf(no)];
  return forIt + against > 0 ? forIt / (forIt + against) : 0.5;
}
