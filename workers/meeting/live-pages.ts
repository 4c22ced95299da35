import { parseSince, parseViewerHeader, VIEWER_HEADER } from "#app/contracts/live-viewer.ts";
import type { LiveMessage } from "#app/contracts/meeting-view.ts";
import { SESSION_ENDED_CODE } from "#app/contracts/session.ts";
import { LIVE_SOCKETS_MAX, LIVE_SOCKET_MS_MAX } from "#app/domain/limits/requests.ts";
import { may, type Viewer } from "#app/domain/meeting/access.ts";
import { type Alive, headFor, readAlive, segmentsFor, summaryFor, viewFor } from "#workers/meeting/view.ts";

/** The sockets of open pages. Each keeps in its attachment how far it has been told, so that it survives hibernation. */

/** What an open page's socket carries through hibernation. */
export type SocketNote = { viewer: Viewer; told: number; openedAt: number };

type Pages = { sql: SqlStorage; sockets: () => WebSocket[]; now: () => number };

/** A page that wants to be told of changes. Only the Worker gets here, after it has decided who looks. */
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

/** A session has ended: its pages are sent nothing more. */
export function closePagesOf(ctx: DurableObjectState, sessionHash: string): void {
  for (const socket of ctx.getWebSockets(sessionHash)) close(socket, SESSION_ENDED_CODE, "session ended");
}

/** Tells every open page what has changed since it was last told something. */
export function tellPages({ sql, sockets, now }: Pages): void {
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
function greet(
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
