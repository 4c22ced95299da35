/** D §8: one type says who looks, and one pure function what they may. Page, socket, media, chat, PDF and exports ask it. */
export type SharePart = "summary" | "transcript" | "recording";

export type Viewer =
  | { kind: "owner" }
  | { kind: "team" }
  | { kind: "guest" }
  | { kind: "share"; parts: readonly SharePart[] };

export type MeetingAct =
  | "read-summary"
  | "read-transcript"
  | "play-recording"
  | "chat"
  | "edit"
  | "retry"
  | "share"
  | "delete";

const PART_OF: Partial<Record<MeetingAct, SharePart>> = {
  "read-summary": "summary",
  "read-transcript": "transcript",
  "play-recording": "recording",
};

/** What a viewer may do with a meeting. A guest reads and asks; only the owner changes, shares and deletes. */
export function may(viewer: Viewer, act: MeetingAct): boolean {
  switch (viewer.kind) {
    case "owner":
      return true;
    case "team":
    case "guest":
      return act === "chat" || PART_OF[act] !== undefined;
    case "share": {
      const part = PART_OF[act];
      return part !== undefined && viewer.parts.includes(part);
    }
  }
}
