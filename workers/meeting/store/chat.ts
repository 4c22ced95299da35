import {
  type Answer,
  type Exchange,
  type ExchangeState,
  presentAnswer,
  type Suggestion,
} from "#app/domain/chat/exchange.ts";
import { CHAT_EXCHANGES_MAX } from "#app/domain/limits/minutes.ts";

/** Questions and answers, by person. Only this code writes these rows, so they are not parsed again. */
type RawRow = {
  id: number;
  question: string;
  suggestion: string | null;
  asked_at: number;
  state: string;
  answer: string | null;
};

function exchangeOf(row: RawRow): Exchange {
  return {
    id: row.id,
    question: row.question,
    suggestion: row.suggestion as Suggestion | null,
    askedAt: row.asked_at,
    state: row.state as ExchangeState,
    answer: row.answer === null ? null : presentAnswer(JSON.parse(row.answer) as Answer),
  };
}

const COLUMNS = "id, question, suggestion, asked_at, state, answer";

/** In the order in which they were asked. */
export function readExchanges(sql: SqlStorage, userId: string): Exchange[] {
  return sql
    .exec<RawRow>(`SELECT ${COLUMNS} FROM chat_exchanges WHERE user_id = ? ORDER BY id`, userId)
    .toArray()
    .map(exchangeOf);
}

export function readExchange(sql: SqlStorage, userId: string, id: number): Exchange | null {
  const [row] = sql
    .exec<RawRow>(`SELECT ${COLUMNS} FROM chat_exchanges WHERE user_id = ? AND id = ?`, userId, id)
    .toArray();
  return row ? exchangeOf(row) : null;
}

export function findExchange(sql: SqlStorage, userId: string, key: string): Exchange | null {
  const [row] = sql
    .exec<RawRow>(`SELECT ${COLUMNS} FROM chat_exchanges WHERE user_id = ? AND key = ?`, userId, key)
    .toArray();
  return row ? exchangeOf(row) : null;
}

/** Adds a question that is being answered from now on. The person's oldest questions are removed to make room. */
export function addExchange(
  storage: DurableObjectStorage,
  input: { userId: string; key: string; question: string; suggestion: Suggestion | null; now: number },
): Exchange {
  return storage.transactionSync(() => {
    const { sql } = storage;
    const row = sql
      .exec<RawRow>(
        `INSERT INTO chat_exchanges (user_id, key, question, suggestion, asked_at, state, answer)
         VALUES (?, ?, ?, ?, ?, 'answering', NULL) RETURNING ${COLUMNS}`,
        input.userId,
        input.key,
        input.question,
        input.suggestion,
        input.now,
      )
      .one();
    sql.exec(
      `DELETE FROM chat_exchanges WHERE user_id = ? AND id NOT IN
         (SELECT id FROM chat_exchanges WHERE user_id = ? ORDER BY id DESC LIMIT ?)`,
      input.userId,
      input.userId,
      CHAT_EXCHANGES_MAX,
    );
    return exchangeOf(row);
  });
}

/** Does nothing when the exchange was removed meanwhile. */
export function saveExchange(sql: SqlStorage, id: number, state: ExchangeState, answer: Answer | null): void {
  const body = answer === null ? null : JSON.stringify(answer);
  sql.exec("UPDATE chat_exchanges SET state = ?, answer = ? WHERE id = ?", state, body, id);
}

/** Marks the questions whose answers were running when the process ended: no process goes on with them. */
export function interruptExchanges(sql: SqlStorage): void {
  sql.exec("UPDATE chat_exchanges SET state = 'interrupted', answer = NULL WHERE state = 'answering'");
}

export function clearExchanges(sql: SqlStorage, userId: string): void {
  sql.exec("DELETE FROM chat_exchanges WHERE user_id = ?", userId);
}
