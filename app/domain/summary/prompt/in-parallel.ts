/** Processes a few items at a time, in order; the first failure stops the others. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  { lanes, signal }: { lanes: number; signal: AbortSignal },
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
  const results: Result[] = [];
  const queue = items.entries();
  const lane = async () => {
    for (const [index, item] of queue) {
      either.throwIfAborted();
      results[index] = await work(item, either);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  } finally {
    stop.abort();
  }
  return results;
}
