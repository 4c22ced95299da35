import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CallResult } from "#app/contracts/call-result.ts";
import { readUntold } from "#app/contracts/told-page.ts";
import { CALENDARS_REFRESH_MS } from "#app/domain/limits/calendars.ts";
import { failureDetail } from "#app/features/calendars/failure-detail.ts";
import { useToast } from "#app/ui/toast.tsx";

export type Patch<Answer> = (answer: Answer) => Answer;

export type Change<Answer, Value> = {
  /** The change that the page shows at once. */
  patch: Patch<Answer>;
  call: () => Promise<CallResult<Value>>;
  /** The change that the page shows after the call, in place of `patch`; absent: the same. */
  after?: (value: Value) => Patch<Answer>;
  /** The part of the change that stays after a failure, as of several calls of which one failed; absent: none. */
  left?: () => Patch<Answer>;
  /** The text after success; absent: none. */
  done?: string;
  /** §8: the text after failure, when the server gives none. */
  failed: string;
};

export type Followed<Answer> = {
  /** Null before the first reading. */
  answer: Answer | null;
  /** The last reading failed. */
  isStale: boolean;
  /** Resolves with whether the call succeeded. */
  change: <Value>(change: Change<Answer, Value>) => Promise<boolean>;
  readAgain: () => void;
};

type Read<Answer> = (signal: AbortSignal | undefined) => Promise<CallResult<Answer>>;

/**
 * §7, §9: an answer about calendars, read again every 30 s while the page is visible. `initial`: that of the page, which wins whenever it is read
 * again, as by a page that is told of changes. A change shows at once and is taken back when its
 * call fails. A reading that began before a change ended does not count: it may not know of the change. `read` must stay the same.
 */
export function useFollowed<Answer>(initial: Answer | null, read: Read<Answer>): Followed<Answer> {
  const toast = useToast();
  const [base, setBase] = useState({ answer: initial });
  const [pending, setPending] = useState<readonly Patch<Answer>[]>([]);
  const [isStale, setStale] = useState(false);
  const changes = useRef({ running: 0, ended: 0 });

  const readNow = useCallback(
    async (signal?: AbortSignal) => {
      const before = changes.current.ended;
      const result = await read(signal);
      if (signal?.aborted || changes.current.running > 0 || changes.current.ended !== before) return;
      setStale(!result.ok);
      if (result.ok) setBase({ answer: result.value });
    },
    [read],
  );

  useEffect(() => {
    const leave = new AbortController();
    const readIfVisible = () => {
      if (document.visibilityState === "visible") void readNow(leave.signal);
    };
    if (initial === null) readIfVisible();
    const stop = readUntold(readIfVisible, CALENDARS_REFRESH_MS);
    return () => {
      stop();
      leave.abort();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the first answer is that of the page; a later one is taken below
  }, [readNow]);

  useEffect(() => {
    if (initial === null || changes.current.running > 0) return;
    setStale(false);
    setBase((base) => (base.answer === initial ? base : { answer: initial }));
  }, [initial]);

  const change = useCallback<Followed<Answer>["change"]>(
    async ({ patch, call, after, left, done, failed }) => {
      changes.current.running++;
      setPending((before) => [...before, patch]);
      const result = await call();
      changes.current.running--;
      changes.current.ended++;
      setPending((before) => before.filter((each) => each !== patch));
      const keep = (kept: Patch<Answer>) =>
        setBase(({ answer: before }) => ({ answer: before === null ? null : kept(before) }));
      if (!result.ok) {
        if (left !== undefined) keep(left());
        const detail = failureDetail(result);
        // An ended session has its own notice.
        if (result.kind !== "signed-out") toast("error", detail ?? result.message ?? failed);
        return false;
      }
      keep(after?.(result.value) ?? patch);
      if (done !== undefined) toast("done", done);
      return true;
    },
    [toast],
  );

  const answer = useMemo(
    () => (base.answer === null ? null : pending.reduce<Answer>((shown, patch) => patch(shown), base.answer)),
    [base, pending],
  );
  const readAgain = useCallback(() => void readNow(), [readNow]);
  return { answer, isStale, change, readAgain };
}
