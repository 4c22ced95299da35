import { type PageKit, pageKit } from "./page-kit.ts";
import { type PageMixer, pageMixer } from "./page-mixer.ts";

type HookOptions = { sampleMs: number; pieceMs: number; bitsPerSecond: number; mixGain: number };

/** Each piece costs a request and a write of the bucket: with one a second they cost more than the container (docs/measurements.md). */
export const MIX: HookOptions = { sampleMs: 100, pieceMs: 3_000, bitsPerSecond: 64_000, mixGain: 0.6 };

/**
 * The script that runs inside the meeting's page, in every frame, before the page's own scripts: it gets each remote audio track of an
 * RTCPeerConnection, mixes them, and records the mix. One text, as the browser promises no order between several. The reason for every
 * line was measured; see "What decides whether it works" in README.md.
 */
export function hookScript(options: HookOptions): string {
  const given = JSON.stringify(options);
  return `{ const kit = (${pageKit.toString()})(); (${hookPage.toString()})(kit, (${pageMixer.toString()})(kit, ${given}), ${given}); }`;
}

function hookPage({ epoch, tell, sayPieces }: PageKit, mixer: PageMixer, options: HookOptions): void {
  type Hook = {
    addTrack(track: MediaStreamTrack, receiver: RTCRtpReceiver | null): void;
    lose(track: MediaStreamTrack): void;
    watch(connection: RTCPeerConnection): void;
    start(): string;
    stop(): Promise<void>;
  };
  type Scope = Window & { __actaHook?: Hook; __actaTrackNumber?: PageMixer["numberOf"] };
  const scope: Scope = window;
  if (scope.__actaHook) return;

  /** The hook of the top frame if it is of the same origin: one mix for a client inside an iframe. */
  function topHook(): Hook | null {
    try {
      const top: Scope | null = window.top;
      return top && top !== window ? (top.__actaHook ?? null) : null;
    } catch {
      return null;
    }
  }

  const documentId = Math.random().toString(36).slice(2, 12);
  const connections = new Set<RTCPeerConnection>();
  let recording = false;
  const recorders: MediaRecorder[] = [];
  let stopped: Promise<unknown> = Promise.resolve();
  let levels: NonNullable<ReturnType<PageMixer["levelsAt"]>>[] = [];

  function sample(): void {
    const now = recording && mixer.levelsAt(epoch());
    if (!now) return;
    levels.push(now);
    if (levels.length < 5) return;
    const states = [...connections].map((each) => each.connectionState);
    const alive = states.filter((state) => state === "connected").length;
    const dead = states.filter((state) => state === "disconnected" || state === "failed").length;
    tell("levels", { document: documentId, levels, connections: { alive, dead } });
    levels = [];
  }
  setInterval(sample, options.sampleMs);

  /** A recorder that runs is stopped when the next one has begun: what both have is played once, and nothing is missing between them. */
  function start(): string {
    const mimeType = "audio/mp4;codecs=opus";
    const settings = { mimeType, audioBitsPerSecond: options.bitsPerSecond };
    const recorder = new MediaRecorder(mixer.out().stream, settings);
    recorder.start(options.pieceMs);
    recorder.addEventListener("start", () => stopAllBut(recorder));
    recorders.push(recorder);
    const id = `${documentId}-${recorders.length}`;
    stopped = Promise.all([stopped, sayPieces(recorder, { stream: "mix", id, mimeType })]);
    recording = true;
    return id;
  }

  function stopAllBut(kept: MediaRecorder | null): void {
    for (const each of recorders) if (each !== kept && each.state !== "inactive") each.stop();
  }

  async function stop(): Promise<void> {
    recording = false;
    stopAllBut(null);
    await stopped;
  }

  const watch = (connection: RTCPeerConnection) => void connections.add(connection);
  const mine: Hook = { addTrack: mixer.add, lose: mixer.lose, watch, start, stop };
  scope.__actaHook = mine;
  scope.__actaTrackNumber = mixer.numberOf;

  const Native = window.RTCPeerConnection;
  if (Native) {
    class CapturedConnection extends Native {
      constructor(...given: ConstructorParameters<typeof RTCPeerConnection>) {
        super(...given);
        const hook = topHook() ?? mine;
        hook.watch(this);
        this.addEventListener("track", (event) => hook.addTrack(event.track, event.receiver));
      }
      // close() ends no track by itself, and most people leave this way.
      override close(): void {
        const hook = topHook() ?? mine;
        for (const receiver of this.getReceivers()) hook.lose(receiver.track);
        connections.delete(this);
        super.close();
      }
    }
    window.RTCPeerConnection = CapturedConnection;
  }

  tell("ready", { document: documentId, top: window.top === window });
}
