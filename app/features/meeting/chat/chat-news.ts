/** From the live socket, which every page has, to the chat, which loads when it is opened. */
const news = new EventTarget();

export function announceChat(): void {
  news.dispatchEvent(new Event("chat"));
}

/** Answers what ends it. */
export function onChatNews(listener: () => void): () => void {
  news.addEventListener("chat", listener);
  return () => news.removeEventListener("chat", listener);
}
