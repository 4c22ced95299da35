import type { PageKit } from "./page-kit.ts";

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
/** Level of the mix, and of each track: its number, that of its samples, that of its packets. */
type Levels = { at: number; mix: number; tracks: [number, number, number][] };

export type PageMixer = ReturnType<typeof pageMixer>;

/** Mixes the remote audio tracks of a meeting's page, and measures them. Runs in the page (page-kit.ts). */
export function pageMixer({ rms }: PageKit, { mixGain }: { mixGain: number }) {
  const captured = new Map<MediaStreamTrack, CapturedTrack>();
  const numbers = new WeakMap<MediaStreamTrack, number>();
  const samples = new Float32Array(4096);
  let lastNumber = 0;
  let audio: {
    context: AudioContext;
    mix: GainNode;
    level: AnalyserNode;
    out: MediaStreamAudioDestinationNode;
  } | null = null;

  function graph() {
    if (audio) return audio;
    const context = new AudioContext({ sampleRate: 48_000 });
    const mix = context.createGain();
    // Two voices at full scale would clip; a compressor adds make-up gain and clips as well.
    mix.gain.value = mixGain;
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

  function add(track: MediaStreamTrack, receiver: RTCRtpReceiver | null): void {
    if (track.kind !== "audio" || captured.has(track)) return;
    const { context, mix } = graph();
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
    const kept = { number: lastNumber, track, receiver, source, analyser, element, sourceStamp: 0, sourceSeenAt: 0 };
    captured.set(track, kept);
    track.addEventListener("ended", () => lose(track));
  }

  function lose(track: MediaStreamTrack): void {
    const each = captured.get(track);
    if (!each) return;
    captured.delete(track);
    each.source.disconnect();
    each.element.srcObject = null;
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

  return {
    add,
    lose,
    out: () => graph().out,
    /** Looked up by the OBJECT: some servers give every track the same id. */
    numberOf: (track: MediaStreamTrack) => numbers.get(track) ?? null,

    levelsAt(at: number): Levels | null {
      if (!audio) return null;
      if (audio.context.state === "suspended") audio.context.resume().catch(() => {});
      return {
        at,
        mix: rms(audio.level, samples),
        tracks: [...captured.values()].map((each) => [each.number, rms(each.analyser, samples), packetLevel(each, at)]),
      };
    },
  };
}
