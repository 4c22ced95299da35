import { CHAT_HASH } from "#app/features/meeting/chat/use-chat-place.ts";

export type Tab = "minutes" | "transcript" | "chat";

/** The part of the page that a fragment names: itself, or something in it. */
export function tabOf(hash: string): Tab {
  if (hash === CHAT_HASH) return "chat";
  return hash === "#transcript" || hash.startsWith("#s-") ? "transcript" : "minutes";
}
