/**
 * One submit of the dialog, over its retries. The same submit twice makes one meeting, because the server knows its id;
 * so the id lives exactly as long as what it stands for: another file or another title is another submit.
 */
export type UploadAttempt = {
  submissionId: string;
  /** What was submitted, as text: two submits are the same when this is. */
  content: string;
  /** The transcript that went with it, as text; null where there was none. */
  transcript: string | null;
  /** The meeting whose bytes have all been sent: a retry does not send 2 GB again. */
  landedAs: string | null;
};

/**
 * Another transcript is the same submit, in fresh places. Without the transcript nothing is sent again that has landed: the
 * video is what costs.
 */
export function nextAttempt(
  previous: UploadAttempt | null,
  submitted: Pick<UploadAttempt, "content" | "transcript">,
  newId: () => string,
): UploadAttempt {
  if (previous === null || previous.content !== submitted.content) {
    return { submissionId: newId(), ...submitted, landedAs: null };
  }
  if (previous.transcript === submitted.transcript) return previous;
  return { ...previous, ...submitted, landedAs: submitted.transcript === null ? previous.landedAs : null };
}
