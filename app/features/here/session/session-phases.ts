import type { Capture } from "#app/features/here/capture/capture.ts";
import { finishRecording } from "#app/features/here/session/finish-recording.ts";
import type { HereServer } from "#app/features/here/session/here-server.ts";
import { hasEnded, type SessionState } from "#app/features/here/session/session-state.ts";
import type { SoundWatch } from "#app/features/here/session/watch-sound.ts";
import type { SegmentWriter } from "#app/features/here/session/write-segments.ts";
import type { RecordingSpool } from "#app/features/here/spool/recording-spool.ts";
import type { Clock, PieceSender } from "#app/features/here/spool/send-pieces.ts";

/** The part of a session's state that its parts change. */
export type Progress = Pick<SessionState, "phase" | "pausedBy" | "isDiskFull" | "sleptMs">;

export interface SessionPhases {
  begin: () => void;
  /** The segments before ended at `endedAt`; others begin. */
  beginAgain: (endedAt: number) => Promise<void>;
  pauseFor: (reason: NonNullable<SessionState["pausedBy"]>) => Promise<void>;
  resume: () => void;
  /** Pauses when no input is left, and goes on when one is back. */
  followInputs: () => void;
  stop: () => Promise<void>;
  end: (as: "gone" | "kept" | "over") => Promise<void>;
}

type Parts = {
  progress: Progress;
  capture: Capture;
  spool: RecordingSpool;
  server: HereServer;
  clock: Clock;
  segments: SegmentWriter;
  sender: PieceSender;
  sound: SoundWatch;
  mark: (said: { type: "paused" | "resumed" }) => void;
  changed: () => void;
};

/** Begins, pauses and ends a recording. */
export function sessionPhases(parts: Parts): SessionPhases {
  const { progress, capture, segments, clock, mark, changed } = parts;

  function begin() {
    parts.sound.begin();
    segments.begin();
  }
  async function beginAgain(endedAt: number) {
    await segments.halt(endedAt);
    await goOn();
  }
  /** A number that is not on the disk could be used again after a crash, for other sound: the server would refuse that. */
  async function goOn() {
    const mayGoOn = () => progress.phase === "recording" && !segments.isRunning();
    if (mayGoOn() && !(await segments.reserve())) await pauseFor("disk");
    if (mayGoOn()) begin();
    changed();
  }
  async function pauseFor(reason: NonNullable<SessionState["pausedBy"]>) {
    if (progress.phase !== "recording") return;
    progress.phase = "paused";
    progress.pausedBy = reason;
    mark({ type: "paused" });
    changed();
    await segments.halt(clock.now());
    changed();
  }
  function resume() {
    // Nothing can be added to the longest recording.
    if (progress.phase !== "paused" || progress.pausedBy === "length") return;
    progress.phase = "recording";
    progress.pausedBy = null;
    mark({ type: "resumed" });
    changed();
    void segments.halted().then(goOn);
  }
  function followInputs() {
    if (capture.inputs().every(({ isLive }) => !isLive)) void pauseFor("inputs");
    else if (progress.pausedBy === "inputs") resume();
    changed();
  }
  async function stop() {
    if (progress.phase !== "recording" && progress.phase !== "paused") return;
    progress.phase = "stopping";
    changed();
    await segments.halt(clock.now());
    capture.release();
    changed();
    const ended = await finishRecording(parts);
    await end(ended === "finished" ? "over" : ended);
  }
  async function end(as: "gone" | "kept" | "over") {
    if (hasEnded(progress)) return;
    progress.phase = as;
    parts.sound.end();
    await segments.halt(clock.now());
    capture.release();
    parts.sender.close();
    await parts.spool.writeHeld();
    changed();
  }

  return { begin, beginAgain, pauseFor, resume, followInputs, stop, end };
}
