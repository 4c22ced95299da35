export const history = {
  caption: "Your meetings, newest first",
  column: { title: "Title", date: "Date", length: "Length", language: "Language", status: "Status" },
  lengthUnknown: "not known",
  pages: "Pages",
  newer: "Newer",
  older: "Older",
  empty: "No meeting yet. Those that you upload will be here, each with its status.",
  emptySource: "No meeting has come from there yet.",
  toAll: "All meetings",
  emptyPage: "There is no meeting on this page.",
  toFirst: "Newest meetings",
  /** In their own language, as people look for them. */
  meetingLanguage: { es: "Español", en: "English", fr: "Français", ca: "Català" },
} as const;
