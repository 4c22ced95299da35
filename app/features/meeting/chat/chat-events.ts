/** From the live socket, which every page has, to the chat, which loads when it is opened. */
const chatEvents = new EventTarget();

export function announceChat(): void {
  chatEvents.dispatchEvent(new Event("chat"));
}

/** Answers what ends it. */
export function onChatEvent(listener: () => void): () => void {
  chatEvents.addEventListener("chat", listener);
  return () => chatEvents.removeEventListener("chat", listener);
}
