/** The question before a meeting is deleted, which comes when it is asked. */
export const deleting = {
  title: "Delete meeting",
  question: "Delete “{{title}}”?",
  questionPlain: "Delete this meeting?",
  text: "Its minutes, transcript, recording and share link are deleted for good. This action cannot be undone.",
  usage: "It still counts towards the uploads of your plan.",
  confirm: "Delete",
  pending: "Deleting",
  failed: "The meeting could not be deleted. Try again in a moment.",
  signedOut: "You are signed out, and the meeting was not deleted.",
  signIn: "Sign in again in a new tab",
  deleted: "Meeting deleted",
} as const;
