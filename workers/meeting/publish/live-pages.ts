import { parseSince, parseViewerHeader, VIEWER_HEADER } from "#app/contracts/meeting/live-viewer.ts";
import type { LiveMessage } from "#app/contracts/meeting/meeting-view.ts";
import { SESSION_ENDED_CODE } from "#app/contracts/session.ts";
import { LIVE_SOCKETS_MAX, LIVE_SOCKET_MS_MAX } from "#app/domain/limits/requests.ts";
import { may, type Viewer } from "#app/domain/meeting/access.ts";
import { closeSocket, sendText } from "#workers/durable/sockets.ts";
import { type Alive, headFor, readAlive, segmentsFor, summaryFor, viewFor } from "#workers/meeting/view.ts";

/** The sockets of open pages. Each keeps the last change it was told of in its attachment, which survives hibernation. */

/** Attachment of an open page's socket; it survives hibernation. */
export type SocketNote = { viewer: Viewer; told: number; openedAt: number };

type Pages = { sql: SqlStorage; sockets: () => WebSocket[]; now: () => number };

/** Accepts the socket of a page. Only the Worker sends this request, after it has identified the viewer. */
export function acceptPage(ctx: DurableObjectState, request: Request, now: number): Response {
  const live = parseViewerHeader(request.headers.get(VIEWER_HEADER));
  const { sql } = ctx.storage;
  if (live === null || readAlive(sql) === null) return new Response(null, { status: 404 });
  if (ctx.getWebSockets().length >= LIVE_SOCKETS_MAX) return new Response(null, { status: 503 });
  const { 0: client, 1: server } = new WebSocketPair();
  // The tag survives hibernation, as the socket does.
  ctx.acceptWebSocket(server, [live.sessionHash]);
  greet(sql, server, { viewer: live.viewer, now, since: parseSince(request.url) });
  return new Response(null, { status: 101, webSocket: client });
}

/** A session has ended, or lost the meeting: its pages are sent nothing more. */
export function closePagesOf(ctx: DurableObjectState, sessionHash: string, why: "session-ended" | "lost"): void {
  for (const socket of ctx.getWebSockets(sessionHash)) {
    if (why === "session-ended") closeSocket(socket, SESSION_ENDED_CODE, "session ended");
    else {
      send(socket, { type: "gone" });
      closeSocket(socket, 1000, "gone");
    }
  }
}

/**
 * Tells every open page what has changed since it was last told something. Pages with the same rights that were told the same so far get the same
 * messages, which are made once: a meeting may be open in a hundred.
 */
export function tellPages({ sql, sockets, now }: Pages): void {
  const open = sockets();
  if (open.length === 0) return;
  const row = readAlive(sql);
  if (!row) {
    for (const socket of open) {
      send(socket, { type: "gone" });
      closeSocket(socket, 1000, "gone");
    }
    return;
  }
  const made = new Map<string, readonly string[]>();
  for (const socket of open) {
    const note = socket.deserializeAttachment() as SocketNote;
    if (note.told >= row.sequence) continue;
    // The viewer may have signed out since. A page that still may look reconnects at once and is checked again.
    if (now() - note.openedAt > LIVE_SOCKET_MS_MAX) {
      closeSocket(socket, 1000, "renew");
      continue;
    }
    const kind = `${note.told} ${rightsOf(note.viewer)}`;
    const messages = made.get(kind) ?? changesFor(sql, row, note);
    made.set(kind, messages);
    tellSocket(socket, row, note, messages);
  }
}

/** A viewer without the person: no view depends on who of the same rights it is for. */
function rightsOf(viewer: Viewer): string {
  return JSON.stringify({ ...viewer, userId: null });
}

/** Tells viewers who may use the chat that a conversation has something new; each page reads the content itself. */
export function sendChatChanged(sockets: readonly WebSocket[]): void {
  for (const socket of sockets) {
    const { viewer } = socket.deserializeAttachment() as SocketNote;
    if (may(viewer, "chat")) send(socket, { type: "chat" });
  }
}

/** Sends a page the changes since it was last told something. */
function tellSocket(socket: WebSocket, row: Alive, note: SocketNote, messages: readonly string[]): void {
  for (const message of messages) sendText(socket, message);
  socket.serializeAttachment({ ...note, told: row.sequence } satisfies SocketNote);
}

/** The messages about what has changed since a page was told something, as they are sent. */
function changesFor(sql: SqlStorage, row: Alive, { viewer, told }: SocketNote): string[] {
  const { startMs, endMs, summary } = changesSince(sql, told);
  const messages: LiveMessage[] = [];
  if (startMs !== null && endMs !== null) {
    messages.push({ type: "segments", startMs, endMs, segments: segmentsFor(sql, row, viewer, { startMs, endMs }) });
  }
  if (summary) messages.push({ type: "summary", summary: summaryFor(sql, viewer) });
  // Last, so that a page which reads "completed" has the summary already.
  messages.push({ type: "head", head: headFor(sql, row, viewer) });
  return messages.map((message) => JSON.stringify(message));
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
 * Sends the first messages to a new page. A page that names the last change it has seen (`since`) gets only later changes,
 * mostly none: an eight-hour transcript is not sent twice. Any other page first gets everything it may see.
 */
function greet(
  sql: SqlStorage,
  socket: WebSocket,
  { viewer, now, since }: { viewer: Viewer; now: number; since: number | null },
): void {
  const row = readAlive(sql);
  if (row && since !== null && since <= row.sequence) {
    const note: SocketNote = { viewer, told: since, openedAt: now };
    socket.serializeAttachment(note);
    if (since < row.sequence) tellSocket(socket, row, note, changesFor(sql, row, note));
    return;
  }
  socket.serializeAttachment({ viewer, told: row?.sequence ?? 0, openedAt: now } satisfies SocketNote);
  const view = viewFor(sql, viewer);
  send(socket, view === null ? { type: "gone" } : { type: "view", view });
}

function send(socket: WebSocket, message: LiveMessage): void {
  sendText(socket, JSON.stringify(message));
}
