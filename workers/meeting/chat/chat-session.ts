import type { ChatEvent } from "#app/contracts/meeting/chat.ts";
import { type Exchange, isRepeatable } from "#app/domain/chat/exchange.ts";
import { isSpeakersLine, withPresentSpeakers } from "#app/domain/chat/speakers-of-lines.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { faultOf } from "#app/server/log.ts";
import type { ChatAsked, ChatAsker, ChatRefusal, ChatStream } from "#app/server/ports/meeting-chat.ts";
import {
  begun,
  follow,
  leave,
  leaveSession,
  type Running,
  shown,
  take,
  tell,
  told,
} from "#workers/meeting/chat/chat-running.ts";
import { writeChatAnswer } from "#workers/meeting/chat/write-chat-answer.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import {
  addExchange,
  clearExchanges,
  findExchange,
  interruptExchanges,
  readExchange,
  readExchanges,
  saveExchange,
} from "#workers/meeting/store/chat.ts";
import { hasSegments, readSegments, readSummary } from "#workers/meeting/store/transcript.ts";
import { readAlive } from "#workers/meeting/view.ts";

export interface ChatSession {
  read(asker: ChatAsker): Outcome<ChatStream, "not-found">;
  ask(asker: ChatAsker, asked: ChatAsked): Outcome<ChatStream, ChatRefusal>;
  stop(userId: string): Outcome<null, "not-found">;
  clear(userId: string): Outcome<null, "not-found">;
  /** A session has ended: its pages receive no more of a running answer. */
  closeStreams(sessionHash: string): void;
  /** The meeting is gone: nothing is answered any more. */
  end(): void;
}

type Kept = Exclude<ChatAsked, { isKept: false }>;
/** Ids of stored questions begin with 1. */
const UNKEPT_ID = 0;

type Needs = {
  deps: Pick<MeetingDeps, "language" | "log" | "now" | "rests">;
  storage: DurableObjectStorage;
  /** Tells other open pages that there is something new to read. */
  changed: () => void;
  /** Work that goes on when the page that asked has gone. */
  waitUntil: (work: Promise<void>) => void;
};

/**
 * The chat of one meeting. Everybody has a conversation of their own and one answer at a time. An answer is written whether
 * or not the page that asked is still there, and kept when it is whole; a process that ends in the middle leaves the question.
 */
export function chatSession(needs: Needs): ChatSession {
  const { deps, storage } = needs;
  const { sql } = storage;
  interruptExchanges(sql);
  const answers = runningAnswers(needs);

  function askKept(asker: ChatAsker, asked: Kept): Outcome<ChatStream, ChatRefusal> {
    const one = answers.of(asker.userId);
    const found = "again" in asked ? null : findExchange(sql, asker.userId, asked.key);
    const [same = null] = found === null ? [] : withNames([found], sql);
    if (same && one?.exchange.id !== same.id)
      return ok(
        told([
          { type: "asked", exchange: same },
          { type: "ended", exchange: same },
        ]),
      );
    if (same && one) return ok(follow(one, asker.sessionHash, { type: "asked", exchange: shown(one) }));
    if (one) return refused("chat-busy");
    if (!hasSegments(sql)) return refused("no-transcript");
    const outcome = exchangeFor(needs, asker, asked);
    if (!outcome.ok) return outcome;
    const started = answers.start(asker, outcome.value);
    return ok(follow(started, asker.sessionHash, { type: "asked", exchange: outcome.value }));
  }

  /** Answers a program. Nothing is stored: a conversation keeps its last questions, and a program would push a person's out. */
  function askUnkept(asker: ChatAsker, question: string): Outcome<ChatStream, ChatRefusal> {
    // No person has such an id.
    const userId = `program:${asker.userId}`;
    if (answers.of(userId)) return refused("chat-busy");
    if (!hasSegments(sql)) return refused("no-transcript");
    const exchange: Exchange = {
      id: UNKEPT_ID,
      question,
      suggestion: null,
      askedAt: deps.now(),
      state: "answering",
      answer: null,
    };
    return ok(follow(answers.start({ ...asker, userId }, exchange), asker.sessionHash, { type: "asked", exchange }));
  }

  return {
    read({ userId, sessionHash }) {
      if (!readAlive(sql)) return refused("not-found");
      const one = answers.of(userId);
      const history: ChatEvent = {
        type: "history",
        exchanges: withNames(withAnswerSoFar(readExchanges(sql, userId), one), sql),
        engine: deps.language.chat ? "model" : "quotes",
        hasTranscript: hasSegments(sql),
      };
      return ok(one ? follow(one, sessionHash, history) : told([history]));
    },
    ask(asker, asked) {
      if (!readAlive(sql)) return refused("not-found");
      return "isKept" in asked ? askUnkept(asker, asked.question) : askKept(asker, asked);
    },
    stop(userId) {
      if (!readAlive(sql)) return refused("not-found");
      answers.of(userId)?.stop.abort();
      return ok(null);
    },
    clear(userId) {
      if (!readAlive(sql)) return refused("not-found");
      answers.drop(userId);
      clearExchanges(sql, userId);
      needs.changed();
      return ok(null);
    },
    closeStreams: (sessionHash) => answers.closeStreams(sessionHash),
    end: () => answers.end(),
  };
}

/** The answers that are being written, one for each person. */
function runningAnswers(needs: Needs) {
  const running = new Map<string, Running>();

  function start({ userId, locale }: ChatAsker, exchange: Exchange): Running {
    const one = begun(exchange, needs.deps.language.chat ? "model" : "quotes");
    running.set(userId, one);
    // Starts after the asking page listens: a quotation is there at once.
    const written = Promise.resolve().then(() => write(needs, one, { userId, locale }));
    needs.waitUntil(
      written.finally(() => {
        if (running.get(userId) === one) running.delete(userId);
        leave(one);
        needs.changed();
      }),
    );
    needs.changed();
    return one;
  }

  function drop(userId: string): void {
    const one = running.get(userId);
    if (!one) return;
    running.delete(userId);
    tell(one, { type: "gone" });
    leave(one);
    one.stop.abort();
  }

  return {
    of: (userId: string) => running.get(userId),
    start,
    drop,
    closeStreams(sessionHash: string) {
      for (const one of running.values()) leaveSession(one, sessionHash);
    },
    end() {
      for (const userId of running.keys()) drop(userId);
    },
  };
}

async function write(
  { deps, storage }: Needs,
  one: Running,
  { userId, locale }: Pick<ChatAsker, "userId" | "locale">,
): Promise<void> {
  const { sql } = storage;
  const { exchange, stop } = one;
  const row = readAlive(sql);
  if (!row) return;
  try {
    const answer = await writeChatAnswer({
      deps,
      storage,
      meetId: row.meetId,
      language: row.alive.details.language,
      locale,
      asked: exchange,
      earlier: readExchanges(sql, userId).filter(({ id }) => id < exchange.id),
      segments: readSegments(sql),
      summary: readSummary(sql),
      signal: stop.signal,
      emit: (event) => take(one, event),
    });
    finish(sql, one, { ...exchange, state: "answered", answer });
  } catch (error) {
    if (stop.signal.aborted) return finish(sql, one, { ...exchange, state: "stopped", answer: one.answer });
    deps.log("meeting.chat.failed", { meetId: row.meetId, error: faultOf(error) });
    finish(sql, one, { ...exchange, state: "failed", answer: null });
  }
}

function finish(sql: SqlStorage, one: Running, exchange: Exchange): void {
  const { id, state, answer } = exchange;
  saveExchange(sql, id, state, answer);
  tell(one, { type: "ended", exchange });
}

/** The stored exchanges; the running one has its answer so far. */
function withAnswerSoFar(exchanges: Exchange[], one: Running | undefined): Exchange[] {
  return exchanges.map((exchange) => (one && exchange.id === one.exchange.id ? shown(one) : exchange));
}

function exchangeFor({ deps, storage }: Needs, asker: ChatAsker, asked: Kept): Outcome<Exchange, ChatRefusal> {
  const { sql } = storage;
  if (!("again" in asked)) return ok(addExchange(storage, { userId: asker.userId, ...asked, now: deps.now() }));
  const before = readExchange(sql, asker.userId, asked.again);
  if (!before || !isRepeatable(before)) return refused("not-retryable");
  saveExchange(sql, before.id, "answering", null);
  return ok({ ...before, state: "answering", answer: null });
}

/** A person may have named the speakers since these answers were written. */
function withNames(exchanges: Exchange[], sql: SqlStorage): Exchange[] {
  const isNaming = exchanges.some(({ answer }) => answer?.lines.some(isSpeakersLine));
  if (!isNaming) return exchanges;
  const segments = readSegments(sql);
  return exchanges.map((exchange) =>
    exchange.answer === null ? exchange : { ...exchange, answer: withPresentSpeakers(exchange.answer, segments) },
  );
}
