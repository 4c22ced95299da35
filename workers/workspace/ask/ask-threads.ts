import { type AskAnswer, type AskExchange, sourcesOf } from "#app/domain/ask/thread.ts";
import { type MeetId, randomId } from "#app/domain/ids.ts";
import { ASK_BUSY_MS, ASK_EARLIER_MAX, ASK_EXCHANGES_MAX, ASK_THREADS_MAX } from "#app/domain/limits/ask.ts";
import { ok, refused } from "#app/domain/outcome.ts";
import type { SearchableMeeting } from "#app/domain/search/passages.ts";
import type { AskStub, ListedThread } from "#app/server/ports/ask.ts";
import type { EventConsumer } from "#app/server/ports/event-consumer.ts";

/**
 * The threads of a workspace's person. Lines of answers rest on meetings, which may be those of others; a line goes with its meeting. Rights
 * are not stored: whoever reads a thread is asked about each meeting again (app/server/ask).
 */
type AskDeps = {
  readMeeting: (meetId: MeetId) => Promise<SearchableMeeting | null>;
  forgetSource: (workspaceId: string, meetId: MeetId) => Promise<void>;
  now: () => number;
};

type Now<Method> = Method extends (...given: infer Given) => Promise<infer Answer>
  ? (...given: Given) => Answer
  : never;
export type AskThreads = { [Name in Exclude<keyof AskStub, "findPassages">]: Now<AskStub[Name]> } & {
  consumer: EventConsumer;
};

export function askThreads(storage: DurableObjectStorage, deps: AskDeps): AskThreads {
  const { sql } = storage;
  const hasThread = (id: string) => sql.exec("SELECT 1 FROM ask_threads WHERE id = ?", id).toArray().length > 0;

  /** The meeting is gone, or its transcript: what was said in it is not kept in answers either. */
  async function followMeeting(meetId: MeetId): Promise<void> {
    const readers = sql
      .exec<{ workspace_id: string }>("SELECT workspace_id FROM ask_readers WHERE meet_id = ?", meetId)
      .toArray();
    const isOwn = sql.exec("SELECT 1 FROM ask_sources WHERE meet_id = ? LIMIT 1", meetId).toArray().length > 0;
    if (readers.length === 0 && !isOwn) return;
    const meeting = await deps.readMeeting(meetId);
    if (meeting?.passages.some(({ kind }) => kind === "transcript")) return;
    forgetSource(storage, meetId);
    for (const { workspace_id } of readers) await deps.forgetSource(workspace_id, meetId);
    sql.exec("DELETE FROM ask_readers WHERE meet_id = ?", meetId);
  }

  return {
    consumer: {
      name: "ask",
      async consume({ meetId, kind }) {
        if (kind === "meeting-deleted" || kind === "transcript-changed") await followMeeting(meetId);
      },
    },
    addQuestion({ threadId, question }) {
      if (threadId !== null && !hasThread(threadId)) return refused("not-found");
      const id = threadId ?? randomId();
      const last = readExchanges(sql, id).at(-1);
      if (last && isBusy(sql, id, deps.now())) return refused("chat-busy");
      storage.transactionSync(() =>
        addExchange(sql, { threadId: id, number: (last?.number ?? 0) + 1, question, at: deps.now() }),
      );
      for (const old of oldThreads(sql)) storage.transactionSync(() => removeThread(sql, old));
      return ok({ threadId: id });
    },
    beginAnswer(threadId) {
      const exchanges = readExchanges(sql, threadId);
      const last = exchanges.at(-1);
      if (!last) return refused("not-found");
      if (last.answer !== null && last.answer.trouble === null) return ok(null);
      if (isBusy(sql, threadId, deps.now())) return refused("chat-busy");
      const { number, question } = last;
      sql.exec(
        "UPDATE ask_exchanges SET busy_until = ? WHERE thread_id = ? AND number = ?",
        deps.now() + ASK_BUSY_MS,
        threadId,
        number,
      );
      const earlier = exchanges.slice(0, -1).slice(-ASK_EARLIER_MAX);
      return ok({ number, question, earlier: earlier.map(({ question, answer }) => ({ question, answer })) });
    },
    endAnswer({ threadId, number, answer }) {
      storage.transactionSync(() => {
        if (answer !== null) saveAnswer(sql, { threadId, number, answer });
        sql.exec("UPDATE ask_exchanges SET busy_until = 0 WHERE thread_id = ? AND number = ?", threadId, number);
      });
    },
    readThread(threadId) {
      const [row] = sql
        .exec<{ is_shared: number }>("SELECT is_shared FROM ask_threads WHERE id = ?", threadId)
        .toArray();
      return row ? { id: threadId, isShared: row.is_shared === 1, exchanges: readExchanges(sql, threadId) } : null;
    },
    listThreads: () => listThreads(sql),
    shareThread({ threadId, isShared }) {
      sql.exec("UPDATE ask_threads SET is_shared = ? WHERE id = ?", isShared ? 1 : 0, threadId);
      return hasThread(threadId);
    },
    deleteThread: (threadId) => storage.transactionSync(() => removeThread(sql, threadId)),
    noteReaders({ meetIds, workspaceId }) {
      for (const meetId of meetIds)
        sql.exec("INSERT OR IGNORE INTO ask_readers (meet_id, workspace_id) VALUES (?, ?)", meetId, workspaceId);
    },
    forgetSource: (meetId) => forgetSource(storage, meetId),
  };
}

/** Takes the lines that rest on a meeting out of all answers. */
function forgetSource(storage: DurableObjectStorage, meetId: MeetId): void {
  const { sql } = storage;
  storage.transactionSync(() => {
    const answers = sql
      .exec<{ thread_id: string; number: number; answer: string }>(
        `SELECT source.thread_id, source.number, exchange.answer FROM ask_sources AS source
         JOIN ask_exchanges AS exchange USING (thread_id, number) WHERE source.meet_id = ? AND exchange.answer IS NOT NULL`,
        meetId,
      )
      .toArray();
    for (const { thread_id, number, answer: stored } of answers) {
      const answer = JSON.parse(stored) as AskAnswer;
      const lines = answer.lines.filter(({ restsOn }) => !restsOn.includes(meetId));
      saveAnswer(sql, { threadId: thread_id, number, answer: { ...answer, lines } });
    }
    sql.exec("DELETE FROM ask_sources WHERE meet_id = ?", meetId);
  });
}

function removeThread(sql: SqlStorage, threadId: string): void {
  for (const table of ["ask_sources", "ask_exchanges"]) sql.exec(`DELETE FROM ${table} WHERE thread_id = ?`, threadId);
  sql.exec("DELETE FROM ask_threads WHERE id = ?", threadId);
}

function isBusy(sql: SqlStorage, threadId: string, now: number): boolean {
  return (
    sql.exec("SELECT 1 FROM ask_exchanges WHERE thread_id = ? AND busy_until > ?", threadId, now).toArray().length > 0
  );
}

type ExchangeRow = { number: number; question: string; asked_at: number; answer: string | null };

/** In their order. */
function readExchanges(sql: SqlStorage, threadId: string): AskExchange[] {
  return sql
    .exec<ExchangeRow>(
      "SELECT number, question, asked_at, answer FROM ask_exchanges WHERE thread_id = ? ORDER BY number",
      threadId,
    )
    .toArray()
    .map(({ number, question, asked_at, answer: stored }) => {
      const answer = stored === null ? null : (JSON.parse(stored) as AskAnswer);
      return { number, question, askedAt: asked_at, answer };
    });
}

function addExchange(sql: SqlStorage, added: { threadId: string; number: number; question: string; at: number }): void {
  const { threadId, number, question, at } = added;
  sql.exec(
    `INSERT INTO ask_threads (id, is_shared, asked_at) VALUES (?, 0, ?)
     ON CONFLICT (id) DO UPDATE SET asked_at = excluded.asked_at`,
    threadId,
    at,
  );
  sql.exec(
    "INSERT INTO ask_exchanges (thread_id, number, question, asked_at, answer, busy_until) VALUES (?, ?, ?, ?, NULL, 0)",
    threadId,
    number,
    question,
    at,
  );
  for (const table of ["ask_sources", "ask_exchanges"])
    sql.exec(`DELETE FROM ${table} WHERE thread_id = ? AND number <= ?`, threadId, number - ASK_EXCHANGES_MAX);
}

function saveAnswer(sql: SqlStorage, saved: { threadId: string; number: number; answer: AskAnswer }): void {
  const { threadId, number, answer } = saved;
  const stored = sql.exec(
    "UPDATE ask_exchanges SET answer = ? WHERE thread_id = ? AND number = ?",
    JSON.stringify(answer),
    threadId,
    number,
  );
  // A thread that was deleted meanwhile takes no answer.
  if (stored.rowsWritten === 0) return;
  sql.exec("DELETE FROM ask_sources WHERE thread_id = ? AND number = ?", threadId, number);
  for (const meetId of sourcesOf([{ answer }]))
    sql.exec("INSERT INTO ask_sources (meet_id, thread_id, number) VALUES (?, ?, ?)", meetId, threadId, number);
}

function listThreads(sql: SqlStorage): ListedThread[] {
  return sql
    .exec<{ id: string; question: string; asked_at: number; questions: number; is_shared: number }>(
      `SELECT thread.id, thread.asked_at, thread.is_shared, count(*) AS questions, min(exchange.number), exchange.question
       FROM ask_threads AS thread JOIN ask_exchanges AS exchange ON exchange.thread_id = thread.id
       GROUP BY thread.id ORDER BY thread.asked_at DESC, thread.id DESC`,
    )
    .toArray()
    .map(({ id, question, asked_at, questions, is_shared }) => ({
      id,
      question,
      askedAt: asked_at,
      questions,
      isShared: is_shared === 1,
    }));
}

/** Threads beyond the limit. */
function oldThreads(sql: SqlStorage): string[] {
  return sql
    .exec<{ id: string }>(
      "SELECT id FROM ask_threads ORDER BY asked_at DESC, id DESC LIMIT -1 OFFSET ?",
      ASK_THREADS_MAX,
    )
    .toArray()
    .map(({ id }) => id);
}
