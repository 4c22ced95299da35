import {
  HERE_DEAD_MS_MAX,
  HERE_LOOK_MS,
  HERE_MS_MAX,
  HERE_SLEPT_MS_MIN,
  HERE_STALLED_MS_MAX,
} from "#app/domain/limits/here.ts";
import type { Capture, HereInput, Levels } from "#app/features/meeting/here/capture/capture.ts";
import { finishRecording } from "#app/features/meeting/here/session/finish-recording.ts";
import type { HereServer } from "#app/features/meeting/here/session/here-server.ts";
import { hasEnded, type SessionPhase, type SessionState } from "#app/features/meeting/here/session/session-state.ts";
import { sendNotes } from "#app/features/meeting/here/session/send-notes.ts";
import { type SessionLevels, watchInputs } from "#app/features/meeting/here/session/watch-inputs.ts";
import { writeSegments } from "#app/features/meeting/here/session/write-segments.ts";
import { type PieceName, pieceName } from "#app/features/meeting/here/spool/here-piece.ts";
import type { Put, RecordingSpool } from "#app/features/meeting/here/spool/recording-spool.ts";
import { type Clock, sendPieces } from "#app/features/meeting/here/spool/send-pieces.ts";

export interface RecordingSession {
  readonly meetId: string;
  readonly title: string;
  state: () => SessionState;
  levels: () => SessionLevels;
  /** Length of the recording now: pauses and sleep are not in it. */
  recordedMs: () => number;
  /** `listener` is called after changes of the state, that of the levels ten times a second. */
  subscribe: (listener: () => void) => () => void;
  subscribeToLevels: (listener: () => void) => () => void;
  pause: () => Promise<void>;
  resume: () => void;
  /** Opens a lost input again. Where the recording stood still for want of one, it goes on; a pause of the person stays. */
  reopen: (input: HereInput) => Promise<boolean>;
  /** A note at the moment at which the person began to write it. */
  addNote: (note: { id: string; atMs: number; text: string }) => Promise<void>;
  dismissSleep: () => void;
  /** Ends the recording. Resolves when the server has all of it. */
  stop: () => Promise<void>;
  /** The network or the session is back. */
  wake: () => void;
  /** The parts that the server does not take, for the person to download. `waiting` leaves out those that are still to be sent. */
  spool: Pick<RecordingSpool, "about" | "waiting" | "read" | "header">;
}

type Deps = { capture: Capture; spool: RecordingSpool; server: HereServer; clock: Clock };
type PausedBy = NonNullable<SessionState["pausedBy"]>;

/**
 * Records: takes the pieces of the encoders, writes each to the spool, and sends it. Knows no browser, so that tests run it with a clock
 * of their own.
 */
export function startSession({ capture, spool, server, clock: browsers }: Deps): RecordingSession {
  const clock = steadyClock(browsers);
  const listeners = new Set<() => void>();
  const levelListeners = new Set<() => void>();
  let phase: SessionPhase = "recording";
  let pausedBy: SessionState["pausedBy"] = null;
  let isDiskFull = false;
  let sleptMs: number | null = null;
  let seenAt = clock.now();
  let levelsAt = seenAt;
  /** Looks since the last sign of life of the sound. The first one after a sleep says nothing. */
  let looks = 0;
  let cancelLook = () => {};
  /** The encoders were started again, and not all have given a piece since. */
  let hasRestarted = false;

  const segments = writeSegments({ capture, spool, clock, onPut });
  const sender = sendPieces({ spool, send: server.piece, clock, onChange: onSent });
  const notes = sendNotes({ spool, server, onChange: changed });
  const watch = watchInputs(clock.now(), (source, isSilent) => {
    mark(isSilent ? { type: "silent", source } : { type: "heard", source });
    changed();
  });
  let state = readState();

  function readState(): SessionState {
    const waiting = spool.waiting();
    const held = new Set(spool.held().map(pieceName));
    return {
      phase,
      pausedBy,
      inputs: capture.inputs(),
      sending: sender.state(),
      isDiskFull,
      safeMs: waiting[0]?.startMs ?? segments.endMs(),
      waitingPieces: waiting.length,
      isFull: sender.isFull(),
      refusedPieces: sender.refused().length,
      heldPieces: held.size,
      isOnlyInTab: kept().some((piece) => held.has(pieceName(piece))),
      notes: spool.about().notes,
      sleptMs,
    };
  }
  function kept(): readonly PieceName[] {
    return hasEnded({ phase }) ? spool.waiting() : sender.refused();
  }
  function changed() {
    state = readState();
    for (const listener of listeners) listener();
  }
  function mark(said: { type: "paused" | "resumed" } | { type: "silent" | "heard"; source: HereInput }) {
    notes.mark({ ...said, atMs: Math.round(segments.recordedMs()), at: clock.now() });
  }
  function onPut(put: Put) {
    isDiskFull = put !== "stored";
    if (put === "full") void pauseFor("disk");
    sender.added();
    changed();
  }
  function onSent() {
    if (sender.state() === "gone" && phase !== "stopping") void end("gone");
    if (sender.isFull()) void stop();
    if (sender.state() === "sending") void notes.flush();
    changed();
  }
  function begin() {
    seenAt = clock.now();
    levelsAt = seenAt;
    watch.rest(seenAt);
    segments.begin();
  }

  /** Nothing comes from a machine that sleeps: the first sign of life after it begins another segment. */
  function seen() {
    const before = seenAt;
    seenAt = clock.now();
    looks = 0;
    if (!segments.isRunning() || seenAt - before < HERE_SLEPT_MS_MIN) return;
    sleptMs = seenAt - before;
    void beginAgain(before);
  }
  async function beginAgain(endedAt: number) {
    await segments.halt(endedAt);
    await goOn();
  }
  /** A number that is not on the disk could be used again after a crash, for other sound: the server would refuse that. */
  async function goOn() {
    const mayGoOn = () => phase === "recording" && !segments.isRunning();
    if (mayGoOn() && !(await segments.reserve())) await pauseFor("disk");
    if (mayGoOn()) begin();
    changed();
  }
  /**
   * An encoder that gives nothing any more, without an error: all start again. Where that did not help the mix, the recording pauses; the
   * inputs of the other encoders that it did not help are returned.
   */
  function lookAtEncoders(): HereInput[] {
    const stalled = segments.stalled(HERE_STALLED_MS_MAX);
    if (stalled.length === 0) return [];
    if (!hasRestarted) {
      hasRestarted = true;
      void beginAgain(clock.now());
      return [];
    }
    if (stalled.includes("mix")) void pauseFor("encoder");
    return stalled.filter((track) => track !== "mix");
  }
  /** The sound itself says nothing, neither levels nor pieces. */
  function look() {
    cancelLook = clock.after(HERE_LOOK_MS, look);
    looks += 1;
    if (looks >= 2 && segments.isRunning()) loseInputs();
  }
  function loseInputs() {
    watch.lose();
    changed();
    for (const listener of levelListeners) listener();
  }
  function takeLevels(measured: Levels) {
    seen();
    levelsAt = clock.now();
    const unrecorded = lookAtEncoders();
    segments.takeLevels(measured);
    watch.takeLevels(measured, clock.now(), { isRecording: segments.isRunning(), unrecorded });
    for (const listener of levelListeners) listener();
    if (phase === "recording" && segments.recordedMs() >= HERE_MS_MAX) void pauseFor("length");
  }
  async function pauseFor(reason: PausedBy) {
    if (phase !== "recording") return;
    phase = "paused";
    pausedBy = reason;
    mark({ type: "paused" });
    changed();
    await segments.halt(clock.now());
    changed();
  }
  async function end(as: "gone" | "kept" | "over") {
    if (hasEnded({ phase })) return;
    phase = as;
    cancelLook();
    await segments.halt(clock.now());
    capture.release();
    sender.close();
    await spool.writeHeld();
    changed();
  }

  capture.listen({
    levels: takeLevels,
    sound: segments.sound,
    inputs() {
      if (capture.inputs().every(({ isLive }) => !isLive)) void pauseFor("inputs");
      else if (pausedBy === "inputs") resume();
      changed();
    },
    piece(track, bytes, isLast) {
      seen();
      segments.take(track, bytes, isLast);
      if (!segments.isRunning()) return;
      if (segments.areFed() && segments.stalled(HERE_STALLED_MS_MAX).length === 0) hasRestarted = false;
      if (clock.now() - levelsAt >= HERE_DEAD_MS_MAX) loseInputs();
    },
    failed: () => void pauseFor("encoder"),
  });
  function resume() {
    // Nothing can be added to the longest recording.
    if (phase !== "paused" || pausedBy === "length") return;
    phase = "recording";
    pausedBy = null;
    mark({ type: "resumed" });
    changed();
    void segments.halted().then(goOn);
  }
  async function stop() {
    if (phase !== "recording" && phase !== "paused") return;
    phase = "stopping";
    changed();
    await segments.halt(clock.now());
    capture.release();
    changed();
    const ended = await finishRecording({ spool, sender, server, clock });
    await end(ended === "finished" ? "over" : ended);
  }
  begin();
  look();

  const { meetId, title } = spool.about();
  return {
    meetId,
    title,
    spool: { ...spool, waiting: kept },
    state: () => state,
    levels: watch.levels,
    recordedMs: segments.recordedMs,
    subscribe: (listener) => listen(listeners, listener),
    subscribeToLevels: (listener) => listen(levelListeners, listener),
    pause: () => pauseFor("person"),
    resume,
    async reopen(input) {
      const isOpen = await capture.reopen(input);
      watch.rest(clock.now(), input);
      if (isOpen && pausedBy === "inputs") resume();
      changed();
      return isOpen;
    },
    async addNote(note) {
      await spool.note({ notes: [...spool.about().notes, { ...note, isSent: false }] });
      changed();
      void notes.flush();
    },
    dismissSleep() {
      sleptMs = null;
      changed();
    },
    stop,
    wake() {
      // There may be room again.
      if (state.isOnlyInTab) void spool.writeHeld().then(changed);
      sender.wake();
      void notes.flush();
    },
  };
}

/** A clock that is set back goes on from the time it had: the recording's own time, its silences and its marks only grow. */
function steadyClock(clock: Clock): Clock {
  let newest = clock.now();
  let behindMs = 0;
  return {
    ...clock,
    now() {
      behindMs = Math.max(behindMs, newest - clock.now());
      newest = clock.now() + behindMs;
      return newest;
    },
  };
}

function listen(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
