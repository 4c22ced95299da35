/**
 * One submit of the dialog and its retries. The same submit sent twice creates one meeting, because the server knows its id.
 * The id is kept only while the content is the same: another file or another title is another submit.
 */
export type UploadAttempt = {
  submissionId: string;
  /** The submitted content as text: two submits are the same when this text is the same. */
  content: string;
  /** The identity of the transcript as text; null when there was none. */
  transcript: string | null;
  /** The meeting whose bytes have all been sent: a retry does not send 2 GB again. */
  landedAs: string | null;
};

/**
 * A changed transcript is still the same submit, with new places. If the transcript is removed, landed data is not sent
 * again, because the video is large.
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
