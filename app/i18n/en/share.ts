export const share = {
  /** The way to the dialog of the meeting page; what is in it is in sharing.ts. */
  open: "Share",

  /** Deleting, from the history and the meeting page. */
  delete: {
    more: "More for {{title}}",
    open: "Delete meeting",
  },

  /** Giving a transcript, from the meeting page's menu. */
  contact: "If you think that this is a mistake, write to",
  /** In place of a meeting that is gone. */
  goneLabel: "Access not available",
} as const;
