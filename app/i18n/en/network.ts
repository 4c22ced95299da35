/** Without a network. They load behind every page, because they cannot be fetched when they are needed. */
export const network = {
  cutOff: "You are offline. What is open here stays.",
  needed: "This needs a connection, and there is none at the moment.",
} as const;
