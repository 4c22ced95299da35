/** The question before a meeting is deleted, which comes when it is asked. */
export const deleting = {
  title: "Delete meeting",
  question: "Delete “{{title}}”?",
  questionPlain: "Delete this meeting?",
  text: "Its minutes, transcript, recording and share link are deleted for good. This action cannot be undone.",
  usage:
    "Deleting does not give back an upload or recording of your plan. Only a place held for one that has not arrived yet becomes free again.",
  keepInstead: "Choose how long Acta keeps it instead",
  confirm: "Delete",
  pending: "Deleting",
  failed: "The meeting could not be deleted. Try again in a moment.",
  deleted: "Meeting deleted",
} as const;
