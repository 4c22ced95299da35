export const history = {
  caption: "Your meetings, newest first",
  column: { title: "Title", date: "Date", length: "Length", language: "Language", status: "Status" },
  lengthUnknown: "not known",
  pages: "Pages",
  newer: "Newer",
  older: "Older",
  empty: "No meeting yet. Those that you upload will be here, each with its status.",
  emptySource: "There is no meeting from this source yet.",
  toAll: "All meetings",
  emptyPage: "There is no meeting on this page.",
  toFirst: "Newest meetings",
  meetingLanguage: { es: "Spanish", en: "English", fr: "French", ca: "Catalan" },
} as const;
