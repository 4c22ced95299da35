import { useEffect, useRef, useState } from "react";
import type { HereSource } from "#app/domain/here/here.ts";
import { HERE_OPENING_MS_MAX } from "#app/domain/limits/here.ts";
import { type BrowserCapture, openCapture } from "#app/features/here/capture/browser-capture.ts";
import { listMicrophones, type OpenProblem } from "#app/features/here/capture/capture-inputs.ts";
import { shownLevel, type SourceState, watchSource } from "#app/features/here/capture/source-watch.ts";

export type Preview = {
  /** Null until the browser's sound is open. */
  capture: BrowserCapture | null;
  microphones: { id: string; label: string }[];
  problem: OpenProblem | null;
  /** The microphone is asked for, and nothing has answered for a while. */
  isSlow: boolean;
  /** The chosen source can be recorded now; a tab is asked for at the start. */
  isReady: boolean;
  level: { level: number; state: SourceState } | null;
  choose: (deviceId: string) => void;
  /** Opens everything again, after a problem or without an answer. */
  again: () => void;
  /** The capture is the recording's now: leaving the dialog does not close it. */
  keep: () => void;
};

/** A capture for as long as the dialog is open; `renew` opens another. */
function useOpenCapture() {
  const [capture, setCapture] = useState<BrowserCapture | null>(null);
  const [level, setLevel] = useState<Preview["level"]>(null);
  const [round, setRound] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const isKept = useRef(false);
  useEffect(() => {
    let isOver = false;
    let opened: BrowserCapture | null = null;
    const begin = async () => {
      try {
        const made = await openCapture();
        opened = made;
        if (isOver) {
          made.release();
          return;
        }
        const watch = watchSource({ now: Date.now(), hasDeadSilence: false });
        made.listen({
          levels({ microphone }) {
            setLevel(microphone ? { level: shownLevel(microphone), state: watch.take(microphone, Date.now()) } : null);
          },
          sound() {},
          inputs() {},
          piece() {},
          failed() {},
        });
        setCapture(made);
      } catch {
        if (!isOver) setFailed(true);
      }
    };
    void begin();
    return () => {
      isOver = true;
      if (!isKept.current) opened?.release();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each round opens another
  }, [round]);
  return {
    capture,
    level,
    hasFailed,
    renew: () => {
      setLevel(null);
      setCapture(null);
      setFailed(false);
      setRound((before) => before + 1);
    },
    keep: () => {
      isKept.current = true;
    },
  };
}

/** Opens the microphone before the start, so that a dead one is seen. Everything is given back with the dialog. */
export function usePreview(source: HereSource): Preview {
  const [microphones, setMicrophones] = useState<Preview["microphones"]>([]);
  const [found, setFound] = useState<OpenProblem | null>(null);
  const [isSlow, setSlow] = useState(false);
  const { capture, level, hasFailed, renew, keep } = useOpenCapture();
  const problem = hasFailed ? "failed" : found;
  const asked = useRef(0);

  const needsMicrophone = source !== "tab";
  const open = async (from: BrowserCapture, deviceId?: string) => {
    asked.current += 1;
    const own = asked.current;
    setSlow(false);
    const timer = setTimeout(() => asked.current === own && setSlow(true), HERE_OPENING_MS_MAX);
    const answer = await from.open("microphone", deviceId);
    const listed = await listMicrophones().catch(() => []);
    clearTimeout(timer);
    // An answer to an earlier question: another device was chosen, or all was opened again.
    if (asked.current !== own) return;
    setSlow(false);
    setFound(answer);
    setMicrophones(listed);
  };
  const isOpen = capture?.inputs().some(({ input, isLive }) => input === "microphone" && isLive) ?? false;
  useEffect(() => {
    if (needsMicrophone && capture !== null && !isOpen) void open(capture);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each capture; the person opens others
  }, [needsMicrophone, capture]);
  const hasProblem = needsMicrophone && problem !== null;
  useEffect(() => {
    if (!hasProblem || capture === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    const again = () => void open(capture);
    // A microphone was connected, or allowed beside the address.
    navigator.mediaDevices.addEventListener("devicechange", again, { signal });
    const watchPermission = async () => {
      const status = await navigator.permissions.query({ name: "microphone" }).catch(() => null);
      status?.addEventListener("change", again, { signal });
    };
    void watchPermission();
    return () => stop.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `open` is new with each rendering, and does the same
  }, [hasProblem, capture]);
  return {
    capture,
    microphones,
    problem: needsMicrophone || capture === null ? problem : null,
    isSlow: needsMicrophone && isSlow,
    isReady: needsMicrophone ? isOpen : capture !== null,
    level: needsMicrophone ? level : null,
    choose: (deviceId) => void (capture && open(capture, deviceId)),
    again: () => {
      asked.current += 1;
      setFound(null);
      setSlow(false);
      renew();
    },
    keep,
  };
}
