import { liveMessage, type MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { KillableActa } from "#tests/support/killable-acta.ts";

/** An Acta's data, read from outside: a page's view, and every row and key. */

const LOOK_EVERY_MS_MIN = 100;
const LOOK_EVERY_MS_MAX = 1000;
/** A wait that has been long is looked at less often: looks cost more than the wait itself. */
const LOOK_EVERY_PART = 1 / 8;

/** The view that a page gets if it is opened now; null if the meeting does not exist or is deleted. */
export async function viewOf(acta: KillableActa, meetId: string, cookie: string): Promise<MeetingView | null> {
  const { webSocket: socket } = await acta
    .miniflare()
    .dispatchFetch(`${acta.origin}/api/acta/meetings/${meetId}/live`, {
      headers: { Upgrade: "websocket", Cookie: cookie, Origin: acta.origin },
    });
  if (!socket) return null;
  const first = new Promise<MeetingView | null>((resolve, reject) => {
    socket.addEventListener("message", ({ data }) => {
      const message = liveMessage.parse(typeof data === "string" ? JSON.parse(data) : null);
      resolve(message.type === "view" ? message.view : null);
    });
    socket.addEventListener("close", () => reject(new Error("the socket closed")));
  });
  socket.accept();
  const view = await first;
  socket.close();
  return view;
}

export type Row = Record<string, unknown>;

export async function rowsOf(acta: Pick<KillableActa, "inside">, query: string, ...values: unknown[]): Promise<Row[]> {
  const { results } = await acta.inside.database
    .prepare(query)
    .bind(...values)
    .all<Row>();
  return results;
}

/** Looks repeatedly until the condition is true; throws with the last value. */
export async function eventually<Value>(
  look: () => Promise<Value>,
  isSo: (value: Value) => boolean,
  msMax: number,
): Promise<Value> {
  const begunAt = Date.now();
  for (;;) {
    const value = await look();
    if (isSo(value)) return value;
    const waitedMs = Date.now() - begunAt;
    if (waitedMs > msMax) throw new Error(`after ${msMax} ms it is still ${JSON.stringify(value)?.slice(0, 2000)}`);
    const pauseMs = Math.min(Math.max(waitedMs * LOOK_EVERY_PART, LOOK_EVERY_MS_MIN), LOOK_EVERY_MS_MAX);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
