/**
 * Runs inside the meeting's page, in every frame, before the page's own scripts: it gets each remote audio track of an RTCPeerConnection,
 * mixes them, and records the mix. It is passed to the browser as text, so it may use nothing from outside itself. The reason for every
 * line was measured; see "What decides whether it works" in README.md.
 */
export function hookPage(options: { sampleMs: number; pieceMs: number; bitsPerSecond: number; mixGain: number }): void {
  type Say = (kind: string, body: unknown) => Promise<void>;
  type CapturedTrack = {
    number: number;
    track: MediaStreamTrack;
    receiver: RTCRtpReceiver | null;
    source: MediaStreamAudioSourceNode;
    analyser: AnalyserNode;
    element: HTMLAudioElement;
    sourceStamp: number;
    sourceSeenAt: number;
  };
  type Hook = {
    addTrack(track: MediaStreamTrack, receiver: RTCRtpReceiver | null): void;
    lose(track: MediaStreamTrack): void;
    watch(connection: RTCPeerConnection): void;
    start(): string;
    stop(): Promise<void>;
  };
  type Scope = Window & {
    __actaSay?: Say;
    __actaHook?: Hook;
    __actaTrackNumber?: (track: MediaStreamTrack) => number | null;
  };
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
  const captured = new Map<MediaStreamTrack, CapturedTrack>();
  const numbers = new WeakMap<MediaStreamTrack, number>();
  const connections = new Set<RTCPeerConnection>();
  let lastNumber = 0;
  let audio: {
    context: AudioContext;
    mix: GainNode;
    level: AnalyserNode;
    out: MediaStreamAudioDestinationNode;
  } | null = null;
  let recording: { id: string; recorder: MediaRecorder; stopped: Promise<void> } | null = null;
  let recorders = 0;

  const epoch = () => performance.timeOrigin + performance.now();

  async function say(kind: string, body: unknown): Promise<void> {
    // Tries again, so that recorded pieces are kept here until the bot has them on its disk.
    for (let turn = 0; turn < 40; turn += 1) {
      try {
        await scope.__actaSay?.(kind, body);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
  }

  function mixer() {
    if (audio) return audio;
    const context = new AudioContext({ sampleRate: 48_000 });
    const mix = context.createGain();
    // Two voices at full scale would clip; a compressor adds make-up gain and clips as well.
    mix.gain.value = options.mixGain;
    const level = context.createAnalyser();
    level.fftSize = 4096;
    const out = context.createMediaStreamDestination();
    mix.connect(level);
    mix.connect(out);
    // A graph without any source stops, and the recorder's clock with it: this source is always there, and silent.
    const alive = context.createConstantSource();
    alive.offset.value = 0;
    alive.connect(mix);
    alive.start();
    audio = { context, mix, level, out };
    return audio;
  }

  function addTrack(track: MediaStreamTrack, receiver: RTCRtpReceiver | null): void {
    if (track.kind !== "audio" || captured.has(track)) return;
    const { context, mix } = mixer();
    lastNumber += 1;
    numbers.set(track, lastNumber);
    const stream = new MediaStream([track]);
    // Without a media element of our own, WebAudio gets pure silence from a remote track.
    const element = new Audio();
    element.muted = true;
    element.srcObject = stream;
    element.play().catch(() => {});
    const source = context.createMediaStreamSource(stream);
    const analyser = context.createAnalyser();
    analyser.fftSize = 4096;
    source.connect(analyser);
    source.connect(mix);
    captured.set(track, {
      number: lastNumber,
      track,
      receiver,
      source,
      analyser,
      element,
      sourceStamp: 0,
      sourceSeenAt: 0,
    });
    track.addEventListener("ended", () => lose(track));
  }

  function lose(track: MediaStreamTrack): void {
    const each = captured.get(track);
    if (!each) return;
    captured.delete(track);
    each.source.disconnect();
    each.element.srcObject = null;
  }

  function rms(analyser: AnalyserNode, samples: Float32Array<ArrayBuffer>): number {
    analyser.getFloatTimeDomainData(samples);
    let sum = 0;
    for (const sample of samples) sum += sample * sample;
    return Math.sqrt(sum / samples.length);
  }

  /** The level of the last packets; it keeps its value when no more packets come, so its time stamp has to move. */
  function packetLevel(each: CapturedTrack, now: number): number {
    const source = each.receiver?.getSynchronizationSources()[0];
    if (!source) return 0;
    if (source.timestamp !== each.sourceStamp) {
      each.sourceStamp = source.timestamp;
      each.sourceSeenAt = now;
    }
    return now - each.sourceSeenAt > 300 ? 0 : (source.audioLevel ?? 0);
  }

  const samples = new Float32Array(4096);
  let levels: { at: number; mix: number; tracks: [number, number, number][] }[] = [];
  function sample(): void {
    if (!recording || !audio) return;
    if (audio.context.state === "suspended") audio.context.resume().catch(() => {});
    const now = epoch();
    levels.push({
      at: now,
      mix: rms(audio.level, samples),
      tracks: [...captured.values()].map((each) => [each.number, rms(each.analyser, samples), packetLevel(each, now)]),
    });
    if (levels.length < 5) return;
    const states = [...connections].map((each) => each.connectionState);
    const body = {
      document: documentId,
      levels,
      connections: {
        alive: states.filter((state) => state === "connected").length,
        dead: states.filter((state) => state === "disconnected" || state === "failed").length,
      },
    };
    levels = [];
    scope.__actaSay?.("levels", body).catch(() => {});
  }
  setInterval(sample, options.sampleMs);

  async function base64(blob: Blob): Promise<string> {
    const reader = new FileReader();
    const read = new Promise<string>((resolve, reject) => {
      reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
      reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")));
    });
    reader.readAsDataURL(blob);
    const url = await read;
    // The LAST comma: the type may contain one (`codecs=avc1,opus`).
    return url.slice(url.lastIndexOf(",") + 1);
  }

  function start(): string {
    const { out } = mixer();
    recorders += 1;
    const id = `${documentId}-${recorders}`;
    const mimeType = "audio/mp4;codecs=opus";
    const recorder = new MediaRecorder(out.stream, { mimeType, audioBitsPerSecond: options.bitsPerSecond });
    let pieces = 0;
    let queue = Promise.resolve();
    const stopped = new Promise<void>((resolve) => {
      recorder.addEventListener("start", () => {
        const at = epoch();
        queue = queue.then(() => say("started", { stream: "mix", recorder: id, at, mimeType }));
      });
      recorder.addEventListener("dataavailable", (event) => {
        if (event.data.size === 0) return;
        const seq = pieces;
        pieces += 1;
        queue = queue.then(async () =>
          say("piece", { stream: "mix", recorder: id, seq, bytes: await base64(event.data) }),
        );
      });
      recorder.addEventListener("stop", () => {
        const at = epoch();
        queue = queue.then(() => say("stopped", { recorder: id, at }));
        queue.then(resolve, resolve);
      });
    });
    recorder.start(options.pieceMs);
    recording = { id, recorder, stopped };
    return id;
  }

  async function stop(): Promise<void> {
    const was = recording;
    recording = null;
    if (!was) return;
    if (was.recorder.state !== "inactive") was.recorder.stop();
    await was.stopped;
  }

  function watch(connection: RTCPeerConnection): void {
    connections.add(connection);
  }

  const mine: Hook = { addTrack, lose, watch, start, stop };
  scope.__actaHook = mine;
  // Looked up by the OBJECT: some servers give every track the same id.
  scope.__actaTrackNumber = (track) => numbers.get(track) ?? null;

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

  scope.__actaSay?.("ready", { document: documentId, top: window.top === window }).catch(() => {});
}
