/** The notice about a session that has ended, which comes when an action was refused. */
export const signedOut = {
  title: "You are signed out",
  text: "Your session has ended, and what you asked for was not done. Sign in to come back to this page.",
  keep: "In a new tab, everything that you wrote here stays.",
  here: "Sign in",
  newTab: "Sign in again in a new tab",
} as const;
