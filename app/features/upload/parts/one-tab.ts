/**
 * Runs `work` unless another tab of this browser is at the same file: two of them would send every part twice. A browser
 * without locks runs it in any case.
 */
export async function inOneTab<Value>(fileDigest: string, work: () => Promise<Value>): Promise<Value | "elsewhere"> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work();
  return locks.request(`acta-upload-${fileDigest}`, { ifAvailable: true }, (lock) => (lock ? work() : "elsewhere"));
}
