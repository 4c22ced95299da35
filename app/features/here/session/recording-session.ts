import type { Capture, HereInput } from "#app/features/here/capture/capture.ts";
import type { HereServer } from "#app/features/here/session/here-server.ts";
import { type Progress, type SessionPhases, sessionPhases } from "#app/features/here/session/session-phases.ts";
import { hasEnded, type SessionState } from "#app/features/here/session/session-state.ts";
import { type NoteSender, sendNotes } from "#app/features/here/session/send-notes.ts";
import { type InputWatch, type SessionLevels, watchInputs } from "#app/features/here/session/watch-inputs.ts";
import { type SoundEvents, watchSound } from "#app/features/here/session/watch-sound.ts";
import { type SegmentWriter, writeSegments } from "#app/features/here/session/write-segments.ts";
import { type PieceName, pieceName } from "#app/features/here/spool/here-piece.ts";
import type { Put, RecordingSpool } from "#app/features/here/spool/recording-spool.ts";
import { type Clock, type PieceSender, sendPieces } from "#app/features/here/spool/send-pieces.ts";

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

/**
 * Records: takes the pieces of the encoders, writes each to the spool, and sends it. Knows no browser, so that tests run it with a clock
 * of their own.
 */
export function startSession({ capture, spool, server, clock: browsers }: Deps): RecordingSession {
  const clock = steadyClock(browsers);
  const listeners = new Set<() => void>();
  const levelListeners = new Set<() => void>();
  const progress: Progress = { phase: "recording", pausedBy: null, isDiskFull: false, sleptMs: null };

  const segments = writeSegments({ capture, spool, clock, onPut });
  const sender = sendPieces({ spool, send: server.piece, clock, onChange: onSent });
  const notes = sendNotes({ spool, server, onChange: changed });
  const inputs = watchInputs(clock.now(), (source, isSilent) => {
    mark(isSilent ? { type: "silent", source } : { type: "heard", source });
    changed();
  });
  const on: SoundEvents = {
    levels: () => tell(levelListeners),
    lost: changed,
    inputs: () => phases.followInputs(),
    slept(endedAt, ms) {
      progress.sleptMs = ms;
      void phases.beginAgain(endedAt);
    },
    stalled: () => void phases.beginAgain(clock.now()),
    ended: (reason) => void phases.pauseFor(reason),
  };
  const sound = watchSound({ capture, segments, inputs, clock, on });
  const phases = sessionPhases({ progress, capture, spool, server, clock, segments, sender, sound, mark, changed });
  const parts = { progress, capture, spool, clock, segments, sender, notes, inputs, phases, changed };
  let state = readState(parts);

  function changed() {
    state = readState(parts);
    tell(listeners);
  }
  function mark(said: { type: "paused" | "resumed" } | { type: "silent" | "heard"; source: HereInput }) {
    notes.mark({ ...said, atMs: Math.round(segments.recordedMs()), at: clock.now() });
  }
  function onPut(put: Put) {
    progress.isDiskFull = put !== "stored";
    if (put === "full") void phases.pauseFor("disk");
    sender.added();
    changed();
  }
  function onSent() {
    if (sender.state() === "gone" && progress.phase !== "stopping") void phases.end("gone");
    if (sender.isFull()) void phases.stop();
    if (sender.state() === "sending") void notes.flush();
    changed();
  }
  sound.listen();
  phases.begin();
  sound.look();

  const { meetId, title } = spool.about();
  return {
    meetId,
    title,
    spool: { ...spool, waiting: () => keptPieces(parts) },
    state: () => state,
    levels: inputs.levels,
    recordedMs: segments.recordedMs,
    subscribe: (listener) => listen(listeners, listener),
    subscribeToLevels: (listener) => listen(levelListeners, listener),
    ...sessionActions(parts, () => state),
  };
}

type Parts = {
  progress: Progress;
  capture: Capture;
  spool: RecordingSpool;
  clock: Clock;
  segments: SegmentWriter;
  sender: PieceSender;
  notes: NoteSender;
  inputs: InputWatch;
  phases: SessionPhases;
  changed: () => void;
};

function readState({ progress, capture, spool, segments, sender }: Parts): SessionState {
  const waiting = spool.waiting();
  const held = new Set(spool.held().map(pieceName));
  return {
    ...progress,
    inputs: capture.inputs(),
    sending: sender.state(),
    safeMs: waiting[0]?.startMs ?? segments.endMs(),
    waitingPieces: waiting.length,
    isFull: sender.isFull(),
    refusedPieces: sender.refused().length,
    heldPieces: held.size,
    isOnlyInTab: keptPieces({ progress, spool, sender }).some((piece) => held.has(pieceName(piece))),
    notes: spool.about().notes,
  };
}

/** The pieces that the server does not take. After the end these are all that wait. */
function keptPieces({ progress, spool, sender }: Pick<Parts, "progress" | "spool" | "sender">): readonly PieceName[] {
  return hasEnded(progress) ? spool.waiting() : sender.refused();
}

type Actions = "pause" | "resume" | "reopen" | "addNote" | "dismissSleep" | "stop" | "wake";

function sessionActions(parts: Parts, state: () => SessionState): Pick<RecordingSession, Actions> {
  const { progress, capture, spool, clock, sender, notes, inputs, phases, changed } = parts;
  return {
    pause: () => phases.pauseFor("person"),
    resume: phases.resume,
    async reopen(input) {
      const isOpen = await capture.reopen(input);
      inputs.rest(clock.now(), input);
      if (isOpen && progress.pausedBy === "inputs") phases.resume();
      changed();
      return isOpen;
    },
    async addNote(note) {
      await spool.note({ notes: [...spool.about().notes, { ...note, isSent: false }] });
      changed();
      void notes.flush();
    },
    dismissSleep() {
      progress.sleptMs = null;
      changed();
    },
    stop: phases.stop,
    wake() {
      // There may be room again.
      if (state().isOnlyInTab) void spool.writeHeld().then(changed);
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

function tell(listeners: ReadonlySet<() => void>) {
  for (const listener of listeners) listener();
}
