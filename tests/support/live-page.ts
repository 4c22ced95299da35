import { exports } from "cloudflare:workers";
import { type LiveMessage, liveMessage, type MeetingView } from "#app/contracts/meeting/meeting-view.ts";

/** The socket of an open meeting page: every message is parsed, and the view is updated as on a page. */
export type LivePage = {
  messages: LiveMessage[];
  socket: WebSocket;
  /** The view after all messages so far. */
  view: () => MeetingView;
  /** Resolves as soon as the received messages satisfy it. Not between a change's lines and the head that follows them. */
  until: (satisfied: (page: LivePage) => boolean) => Promise<void>;
  closed: Promise<{ code: number }>;
};

export const ORIGIN = "http://localhost:8787";

export function askLive(meetId: string, headers: Record<string, string>, query = ""): Promise<Response> {
  return exports.default.fetch(`${ORIGIN}/api/acta/meetings/${meetId}/live${query}`, { headers });
}

/** `since`: the last change that the page has received; `seen`: its view at that change. */
export async function openLive(
  meetId: string,
  cookie: string,
  known?: { since: number; seen: MeetingView },
): Promise<LivePage> {
  const query = known ? `?since=${known.since}` : "";
  const answer = await askLive(meetId, { Upgrade: "websocket", Cookie: cookie, Origin: ORIGIN }, query);
  const socket = answer.webSocket;
  if (!socket) throw new Error(`no socket: ${answer.status}`);
  let view: MeetingView | null = known?.seen ?? null;
  let isWhole = true;
  let waiting: { satisfied: (page: LivePage) => boolean; resolve: () => void }[] = [];
  const page: LivePage = {
    messages: [],
    socket,
    view() {
      if (!view) throw new Error("nothing has arrived yet");
      return view;
    },
    until(satisfied) {
      if (page.messages.length > 0 && isWhole && satisfied(page)) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ satisfied, resolve }));
    },
    closed: new Promise((resolve) => {
      socket.addEventListener("close", ({ code }) => resolve({ code }));
    }),
  };
  socket.addEventListener("message", ({ data }) => {
    if (data === "pong") return;
    const message = liveMessage.parse(JSON.parse(String(data)));
    page.messages.push(message);
    view = after(view, message);
    isWhole = message.type !== "segments" && message.type !== "summary";
    if (!isWhole) return;
    for (const { satisfied, resolve } of waiting.filter((one) => one.satisfied(page))) {
      waiting = waiting.filter((one) => one.satisfied !== satisfied);
      resolve();
    }
  });
  socket.accept();
  return page;
}

/** The view after a message. */
function after(view: MeetingView | null, message: LiveMessage): MeetingView | null {
  if (message.type === "view") return message.view;
  if (view === null) return null;
  switch (message.type) {
    case "head":
      return { ...view, head: message.head };
    case "segments": {
      const { startMs, endMs, segments } = message;
      const others = view.segments.filter((segment) => segment.startMs < startMs || segment.startMs >= endMs);
      return { ...view, segments: [...others, ...segments].toSorted((a, b) => a.startMs - b.startMs) };
    }
    case "summary":
      return { ...view, summary: message.summary };
    case "chat":
      return view;
    case "gone":
      return null;
  }
}
