import { notesAnswers } from "#app/contracts/meeting/draft-answer.ts";
import { JUDGE_SCHEMA, readJudgeAnswer } from "#app/contracts/meeting/judge-answer.ts";
import { inLanguage } from "#app/domain/summary/prompt/in-language.ts";
import { askJudge } from "#app/domain/summary/prompt/ask-judge.ts";
import { writeFromNotes } from "#app/domain/summary/notes/write-from-notes.ts";
import { UnusableAnswerError } from "#app/domain/summary/prompt/unusable-answer.ts";
import { type ChatServer, chatCompletions } from "#app/server/adapters/openai/chat-completions.ts";
import { ollamaChat } from "#app/server/adapters/openai/ollama-chat.ts";
import type { LanguageModel } from "#app/server/ports/language-model.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

type Server = { baseUrl: string; model: string; apiKey: string | null; contextTokens: number };

/** Summaries by any server that speaks OpenAI's protocol: llama.cpp's, vLLM, LM Studio or a cloud's. */
export function openAiLanguage(server: Server): LanguageModel {
  return languageOf(server, chatCompletions(server));
}

/** Summaries by Ollama, which is asked in its own way. */
export function ollamaLanguage(server: Server): LanguageModel {
  return languageOf(server, ollamaChat(server));
}

function languageOf({ model, contextTokens }: Server, server: ChatServer): LanguageModel {
  return {
    engine: { port: "openai", model },
    chat: { contextTokens, answer: server.talk },
    judge: {
      judge: (asked) =>
        usable(
          askJudge({
            ...asked,
            contextTokens,
            chat: (messages, signal) => server.ask(messages, JUDGE_SCHEMA, signal),
            read: readJudgeAnswer,
          }),
        ),
    },
    writeSummary: (asked) =>
      usable(
        writeFromNotes({
          ...asked,
          contextTokens,
          answers: notesAnswers(asked.template),
          chat: inLanguage(asked.language, server.ask),
        }),
      ),
  };
}

/** An answer that cannot be used twice is a fault of the server's. */
async function usable<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnusableAnswerError)
      throw new UpstreamError({ service: "language", status: 200, retryable: true, cause: error });
    throw error;
  }
}
