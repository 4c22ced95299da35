/**
 * One submit of the dialog, over its retries. The same submit twice makes one meeting, because the server knows its id;
 * so the id lives exactly as long as what it stands for: another file or another title is another submit.
 */
export type UploadAttempt = {
  submissionId: string;
  /** What was submitted, as text: two submits are the same when this is. */
  content: string;
  /** The meeting whose bytes have all been sent: a retry does not send 2 GB again. */
  landedAs: string | null;
};

export function nextAttempt(previous: UploadAttempt | null, content: string, newId: () => string): UploadAttempt {
  if (previous !== null && previous.content === content) return previous;
  return { submissionId: newId(), content, landedAs: null };
}
