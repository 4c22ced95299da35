/**
 * Does `work` for `limitMs` at most; null is no limit. The work gets a signal to stop by; what does not listen to it is left behind and
 * may end whenever it does. Rejects with a TimeoutError.
 */
export async function withTimeLimit(
  limitMs: number | null,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  if (limitMs === null) return work(controller.signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const reason = new DOMException("took too long", "TimeoutError");
      controller.abort(reason);
      reject(reason);
    }, limitMs);
  });
  try {
    await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
