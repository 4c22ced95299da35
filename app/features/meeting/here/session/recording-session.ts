import { HERE_LEVEL_MS, HERE_SLEPT_MS_MIN } from "#app/domain/limits/here-page.ts";
import { HERE_MS_MAX, HERE_PIECE_MS_MAX } from "#app/domain/limits/here.ts";
import type { HereTrack } from "#app/domain/here/here.ts";
import type { Capture, HereInput, InputFacts, Levels } from "#app/features/meeting/here/capture/capture.ts";
import { echoFinder } from "#app/features/meeting/here/capture/echo-finder.ts";
import { collectLoud } from "#app/features/meeting/here/capture/loud-stretches.ts";
import { shownLevel, type SourceState, watchSource } from "#app/features/meeting/here/capture/source-watch.ts";
import { finishRecording } from "#app/features/meeting/here/session/finish-recording.ts";
import type { HereServer, Mark } from "#app/features/meeting/here/session/here-server.ts";
import type { StoredNote } from "#app/features/meeting/here/spool/recording-about.ts";
import type { RecordingSpool } from "#app/features/meeting/here/spool/recording-spool.ts";
import { type Clock, type SendState, sendPieces } from "#app/features/meeting/here/spool/send-pieces.ts";

/** - `stopping`: the rest is being sent. - `over`: the server has all of it. - `gone`: the server takes nothing of it any more. */
export type SessionPhase = "recording" | "paused" | "stopping" | "over" | "gone";

export type SessionState = {
  phase: SessionPhase;
  /** Why it is paused, where the person did not ask for it. */
  pausedBy: "person" | "inputs" | "encoder" | "disk" | "length" | null;
  inputs: readonly InputFacts[];
  sending: SendState;
  /** The disk is full: what waits is in memory only. */
  isDiskFull: boolean;
  /** The server has everything up to here, in ms of the recording. */
  safeMs: number;
  waitingPieces: number;
  notes: readonly StoredNote[];
  /** Length of the machine's last sleep; null where it has not slept, or the person has read it. */
  sleptMs: number | null;
};

export type InputLevel = { level: number; state: SourceState };
export type SessionLevels = Partial<Record<HereInput, InputLevel>>;

export interface RecordingSession {
  readonly meetId: string;
  readonly title: string;
  readonly startedAt: number;
  state(): SessionState;
  levels(): SessionLevels;
  /** Length of the recording now: pauses and sleep are not in it. */
  recordedMs(): number;
  /** `listener` is called after changes of the state; `onLevels` ten times a second. */
  subscribe(listener: () => void): () => void;
  subscribeToLevels(listener: () => void): () => void;
  pause(): Promise<void>;
  resume(): void;
  reopen(input: HereInput): Promise<boolean>;
  /** A note at the moment at which the person began to write it. */
  addNote(note: { id: string; atMs: number; text: string }): Promise<void>;
  dismissSleep(): void;
  /** Ends the recording. Resolves when the server has all of it. */
  stop(): Promise<void>;
  /** Ends it and removes it from this browser. */
  discard(): Promise<void>;
  /** The network or the session is back. */
  wake(): void;
}

type Deps = { capture: Capture; spool: RecordingSpool; server: HereServer; clock: Clock };

/**
 * Records: takes the pieces of the encoders, writes each to the spool, and sends it. Knows no browser, so that tests run it with a clock
 * of their own.
 */
export function startSession({ capture, spool, server, clock }: Deps): RecordingSession {
  const listeners = new Set<() => void>();
  const levelListeners = new Set<() => void>();
  let phase: SessionPhase = "recording";
  let pausedBy: SessionState["pausedBy"] = null;
  let isDiskFull = false;
  let sleptMs: number | null = null;
  // The recording's clock: `baseMs` up to `since`, and running from there unless `since` is null.
  let baseMs = spool.about().recordedMs;
  let since: number | null = null;
  let seenAt = clock.now();
  let levels: SessionLevels = {};
  let marks: Mark[] = [];
  let isMarking = false;
  let segments: Segment[] = [];
  let queue = Promise.resolve();
  const loud = collectLoud();
  const echo = echoFinder(capture.findEcho, clock.after);
  const watches = { microphone: watch("microphone"), tab: watch("tab") };

  function watch(input: HereInput) {
    return watchSource({ now: clock.now(), hasDeadSilence: input === "tab" });
  }

  const recordedMs = () => (since === null ? baseMs : Math.min(baseMs + clock.now() - since, HERE_MS_MAX));
  const sender = sendPieces({ spool, send: server.piece, clock, onChange: onSent });
  let state = readState();

  function readState(): SessionState {
    const waiting = spool.waiting();
    return {
      phase,
      pausedBy,
      inputs: capture.inputs(),
      sending: sender.state(),
      isDiskFull,
      safeMs: waiting[0]?.startMs ?? Math.max(0, ...segments.map(({ endMs }) => endMs)),
      waitingPieces: waiting.length,
      notes: spool.about().notes,
      sleptMs,
    };
  }
  function changed() {
    state = readState();
    for (const listener of [...listeners]) listener();
  }
  function onSent() {
    if (sender.state() === "gone" && phase !== "gone" && phase !== "over") void end("gone");
    if (sender.state() === "sending") void sendRest();
    changed();
  }

  function begin() {
    const now = clock.now();
    baseMs = recordedMs();
    since = now;
    seenAt = now;
    const known = spool.about().segments;
    segments = capture.tracks.map((track) => ({
      track,
      segment: Math.max(-1, ...known.filter((each) => each.track === track).map((each) => each.segment)) + 1,
      startMs: baseMs,
      endMs: baseMs,
      pieces: 0,
    }));
    for (const each of Object.values(watches)) each.rest(now);
    void save();
    capture.start();
  }

  /** Stops the clock at `at`, and the encoders. */
  async function halt(at: number) {
    if (since === null) return;
    baseMs += Math.max(0, at - since);
    since = null;
    await capture.stop();
    await queue;
    await save();
  }

  function save() {
    const { segments: before } = spool.about();
    const now = segments.map(({ track, segment, startMs, pieces }) => ({ track, segment, startMs, pieces }));
    const others = before.filter(
      (each) => !now.some((own) => own.track === each.track && own.segment === each.segment),
    );
    return spool.note({ recordedMs: Math.round(recordedMs()), lastAt: clock.now(), segments: [...others, ...now] });
  }

  async function keepPiece(segment: Segment, bytes: Uint8Array<ArrayBuffer>, isLast: boolean) {
    const endMs = Math.min(Math.max(recordedMs(), segment.endMs), segment.endMs + HERE_PIECE_MS_MAX);
    const { track, startMs: segmentStartMs, endMs: startMs } = segment;
    const stretches = loud.take(track, startMs, endMs);
    const seq = segment.pieces;
    segment.pieces += 1;
    segment.endMs = endMs;
    const facts = { track, segment: segment.segment, seq, segmentStartMs, startMs, durationMs: endMs - startMs };
    queue = queue.then(async () => {
      const repeated = track === "microphone" ? await echo.take(startMs, endMs) : [];
      const put = await spool.put({ ...facts, isLast, loud: stretches, echo: repeated }, bytes);
      const wasFull = isDiskFull;
      isDiskFull = put !== "stored";
      if (put === "full") return void pauseFor("disk");
      if (track === "mix" || wasFull !== isDiskFull) await save();
      sender.added();
      changed();
    });
    await queue;
  }

  /** Nothing comes from a machine that sleeps: the first sign of life after it begins another segment. */
  function seen() {
    const now = clock.now();
    const before = seenAt;
    seenAt = now;
    if (since === null || now - before < HERE_SLEPT_MS_MIN) return;
    sleptMs = now - before;
    void halt(before).then(() => {
      if (phase === "recording") begin();
      changed();
    });
  }

  async function pauseFor(reason: NonNullable<SessionState["pausedBy"]>) {
    if (phase !== "recording") return;
    phase = "paused";
    pausedBy = reason;
    addMark({ type: "paused", atMs: Math.round(recordedMs()), at: clock.now() });
    changed();
    await halt(clock.now());
    changed();
  }

  function addMark(mark: Mark) {
    marks.push(mark);
    void sendRest();
  }
  /** Marks and notes that the server does not have. A failure leaves them to the next piece that arrives. */
  async function sendRest() {
    if (isMarking || phase === "over" || phase === "gone") return;
    isMarking = true;
    const sent = marks;
    if (sent.length > 0 && (await server.marks(sent)) !== "later") marks = marks.filter((mark) => !sent.includes(mark));
    for (const note of spool.about().notes.filter(({ isSent }) => !isSent)) {
      if ((await server.note(note)) !== "stored") break;
      await spool.note({
        notes: spool
          .about()
          .notes.map((each) => (each.id === note.id && each.text === note.text ? { ...each, isSent: true } : each)),
      });
      changed();
    }
    isMarking = false;
  }

  function takeLevels(heard: Levels) {
    seen();
    const now = clock.now();
    const at = recordedMs();
    if (since !== null) loud.add(heard, at - HERE_LEVEL_MS, at);
    const next: SessionLevels = {};
    for (const input of ["microphone", "tab"] as const) {
      const loudness = heard[input];
      if (!loudness) continue;
      if (since === null) watches[input].rest(now);
      next[input] = { level: shownLevel(loudness), state: watches[input].take(loudness, now) };
      tellSilence(input, next[input], now);
    }
    levels = next;
    for (const listener of [...levelListeners]) listener();
    if (phase === "recording" && at >= HERE_MS_MAX) void pauseFor("length");
  }
  const silent = new Set<HereInput>();
  function tellSilence(input: HereInput, level: InputLevel | undefined, now: number) {
    const isSilent = level?.state === "silent" || level?.state === "dead";
    if (isSilent === silent.has(input)) return;
    if (isSilent) silent.add(input);
    else silent.delete(input);
    addMark({ type: isSilent ? "silent" : "heard", source: input, atMs: Math.round(recordedMs()), at: now });
    changed();
  }

  async function end(as: "gone" | "over") {
    phase = as;
    await halt(clock.now());
    capture.release();
    sender.close();
    changed();
  }

  capture.listen({
    levels: takeLevels,
    sound(pair) {
      if (since !== null) echo.add(pair, recordedMs() - HERE_LEVEL_MS);
    },
    inputs() {
      if (phase === "recording" && capture.inputs().every(({ isLive }) => !isLive)) void pauseFor("inputs");
      changed();
    },
    piece(track, bytes, isLast) {
      seen();
      const segment = segments.find((each) => each.track === track);
      if (segment) void keepPiece(segment, bytes, isLast);
    },
    failed: () => void pauseFor("encoder"),
  });
  begin();

  const { meetId, title, startedAt } = spool.about();
  return {
    meetId,
    title,
    startedAt,
    state: () => state,
    levels: () => levels,
    recordedMs,
    subscribe: (listener) => listen(listeners, listener),
    subscribeToLevels: (listener) => listen(levelListeners, listener),
    pause: () => pauseFor("person"),
    resume() {
      if (phase !== "paused" || since !== null) return;
      phase = "recording";
      pausedBy = null;
      addMark({ type: "resumed", atMs: Math.round(recordedMs()), at: clock.now() });
      begin();
      changed();
    },
    async reopen(input) {
      const isOpen = await capture.reopen(input);
      watches[input].rest(clock.now());
      changed();
      return isOpen;
    },
    async addNote(note) {
      await spool.note({ notes: [...spool.about().notes, { ...note, isSent: false }] });
      changed();
      void sendRest();
    },
    dismissSleep() {
      sleptMs = null;
      changed();
    },
    async stop() {
      if (phase === "stopping" || phase === "over" || phase === "gone") return;
      phase = "stopping";
      changed();
      await halt(clock.now());
      capture.release();
      changed();
      const ended = await finishRecording({ spool, sender, server, clock });
      await end(ended === "finished" ? "over" : "gone");
    },
    async discard() {
      await end("gone");
      await spool.remove();
    },
    wake() {
      sender.wake();
      void sendRest();
    },
  };
}

/** One start of a track's encoder. `endMs`: end of its newest piece. */
type Segment = { track: HereTrack; segment: number; startMs: number; endMs: number; pieces: number };

function listen(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
