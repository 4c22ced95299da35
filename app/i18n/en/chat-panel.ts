/** The way to the chat, and its panel before its part has come: a file of its own, so that it alone loads at first. */
export const chatPanel = {
  title: "Ask about this meeting",
  open: "Ask",
  tab: "Ask",
  label: "Chat about this meeting",
  close: "Close the chat, back to the transcript",
  notLoaded: "The chat could not be loaded.",
  noScript: "Asking needs JavaScript.",
} as const;
