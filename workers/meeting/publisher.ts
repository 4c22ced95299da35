import type { LiveMessage } from "#app/contracts/meeting-view.ts";
import { backOffDelayMs } from "#app/domain/back-off.ts";
import { LIVE_SOCKET_MS_MAX } from "#app/domain/limits/requests.ts";
import { STEP_BACK_OFF } from "#app/domain/limits/steps.ts";
import { may, type Viewer } from "#app/domain/meeting/access.ts";
import { faultOf, type Log } from "#app/server/log.ts";
import { type Alive, headFor, readAlive, segmentsFor, summaryFor, viewFor } from "#workers/meeting/view.ts";

/**
 * Tells everybody who listens what has changed. Each listener has its own cursor (the last sequence it was told), so
 * that one which fails is told later, and nobody else waits for it. Flushed right after every transaction; the alarm is
 * only the safety net.
 */

/** Somebody outside who is told the meeting's present state, not its steps. */
export type Subscriber = { name: string; tell(sql: SqlStorage): Promise<void> };

/** What an open page's socket carries through hibernation. */
export type SocketNote = { viewer: Viewer; told: number; openedAt: number };

export interface PublisherNeeds {
  sql: SqlStorage;
  sockets: () => WebSocket[];
  subscribers: readonly Subscriber[];
  now: () => number;
  random: () => number;
  log: Log;
}

export function createPublisher(needs: PublisherNeeds): { flush(): Promise<void> } {
  // Noted before anything happens: the alarm must know of a listener that was never told, if the first telling fails.
  for (const { name } of needs.subscribers) {
    needs.sql.exec(
      "INSERT OR IGNORE INTO subscribers (name, told, attempts, due_at) VALUES (?, 0, 0, ?)",
      name,
      needs.now(),
    );
  }
  let flushing: Promise<void> | null = null;
  let again = false;
  const run = async () => {
    do {
      again = false;
      tellSockets(needs);
      for (const subscriber of needs.subscribers) await tellSubscriber(needs, subscriber);
    } while (again);
  };
  return {
    // One at a time, so that what is told arrives in order; who comes meanwhile gets a round of their own.
    flush() {
      tellSockets(needs);
      again = true;
      flushing ??= run().finally(() => {
        flushing = null;
      });
      return flushing;
    },
  };
}

async function tellSubscriber({ sql, now, random, log }: PublisherNeeds, subscriber: Subscriber): Promise<void> {
  const sequence = readAlive(sql)?.sequence;
  if (sequence === undefined) return;
  const { told, attempts, due_at } = sql
    .exec<{ told: number; attempts: number; due_at: number }>(
      "SELECT told, attempts, due_at FROM subscribers WHERE name = ?",
      subscriber.name,
    )
    .one();
  if (told >= sequence || due_at > now()) return;
  try {
    await subscriber.tell(sql);
    sql.exec("UPDATE subscribers SET told = ?, attempts = 0 WHERE name = ?", sequence, subscriber.name);
  } catch (error) {
    const wait = backOffDelayMs(STEP_BACK_OFF, attempts + 1, random());
    sql.exec(
      "UPDATE subscribers SET attempts = ?, due_at = ? WHERE name = ?",
      attempts + 1,
      now() + wait,
      subscriber.name,
    );
    log("meeting.publish.failed", {
      subscriber: subscriber.name,
      attempt: attempts + 1,
      error: faultOf(error),
    });
  }
}

function tellSockets({ sql, sockets, now }: PublisherNeeds): void {
  const open = sockets();
  if (open.length === 0) return;
  const row = readAlive(sql);
  if (!row) {
    for (const socket of open) {
      send(socket, { type: "gone" });
      close(socket, 1000, "gone");
    }
    return;
  }
  for (const socket of open) {
    const note = socket.deserializeAttachment() as SocketNote;
    if (note.told >= row.sequence) continue;
    // Who looked then may have signed out since. A page that still may look comes back at once and is asked anew.
    if (now() - note.openedAt > LIVE_SOCKET_MS_MAX) close(socket, 1000, "renew");
    else tellSocket(sql, socket, row, note);
  }
}

/** Who may ask is told that there is something new in a conversation; whose and what, each page reads for itself. */
export function tellOfChat(sockets: readonly WebSocket[]): void {
  for (const socket of sockets) {
    const { viewer } = socket.deserializeAttachment() as SocketNote;
    if (may(viewer, "chat")) send(socket, { type: "chat" });
  }
}

/** What has changed since this page was last told something. */
function tellSocket(sql: SqlStorage, socket: WebSocket, row: Alive, { viewer, told, openedAt }: SocketNote): void {
  const { startMs, endMs, summary } = changesSince(sql, told);
  if (startMs !== null && endMs !== null) {
    send(socket, { type: "segments", startMs, endMs, segments: segmentsFor(sql, row, viewer, { startMs, endMs }) });
  }
  if (summary) send(socket, { type: "summary", summary: summaryFor(sql, viewer) });
  // Last, so that a page which reads "completed" has the summary already.
  send(socket, { type: "head", head: headFor(sql, row, viewer) });
  socket.serializeAttachment({ viewer, told: row.sequence, openedAt } satisfies SocketNote);
}

function changesSince(
  sql: SqlStorage,
  told: number,
): { startMs: number | null; endMs: number | null; summary: boolean } {
  const row = sql
    .exec<{ start_ms: number | null; end_ms: number | null; summary: number | null }>(
      `SELECT min(segments_from_ms) AS start_ms, max(segments_to_ms) AS end_ms, max(summary_changed) AS summary
       FROM event_log WHERE sequence > ?`,
      told,
    )
    .one();
  return { startMs: row.start_ms, endMs: row.end_ms, summary: row.summary === 1 };
}

/**
 * A page that has just come. One that says which change it has seen (`since`) is told what came after it, which is mostly
 * nothing: an eight-hour transcript is not sent twice. Else everything it may see, before anything else.
 */
export function greet(
  sql: SqlStorage,
  socket: WebSocket,
  { viewer, now, since }: { viewer: Viewer; now: number; since: number | null },
): void {
  const row = readAlive(sql);
  if (row && since !== null && since <= row.sequence) {
    const note: SocketNote = { viewer, told: since, openedAt: now };
    socket.serializeAttachment(note);
    if (since < row.sequence) tellSocket(sql, socket, row, note);
    return;
  }
  socket.serializeAttachment({ viewer, told: row?.sequence ?? 0, openedAt: now } satisfies SocketNote);
  const view = viewFor(sql, viewer);
  send(socket, view === null ? { type: "gone" } : { type: "view", view });
}

function send(socket: WebSocket, message: LiveMessage): void {
  try {
    socket.send(JSON.stringify(message));
  } catch {
    // The page has gone in this moment; its close event cleans up, and it asks for everything when it comes back.
  }
}

export function close(socket: WebSocket, code: number, reason: string): void {
  try {
    socket.close(code, reason);
  } catch {
    // Closed already.
  }
}
