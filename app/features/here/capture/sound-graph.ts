import type { HereTrack } from "#app/domain/here/here.ts";
import type { HereInput } from "#app/features/here/capture/capture.ts";
import type { Measured, SoundPair } from "#app/features/here/capture/echo-finder.ts";
// oxlint-disable-next-line import/default -- vite makes the address of the compiled worklet
import levelWorklet from "#app/features/here/capture/level-worklet.ts?worker&url";

/** The inputs in the order in which the worklet has them. */
export const SLOTS: readonly HereInput[] = ["microphone", "tab"];
/** Buffers that go back to the worklet together: one message for each would be garbage of a megabyte a minute on the thread of the sound. */
const GIVEN_BACK_MIN = 40;
/** Two voices at full scale would clip. */
const MIX_GAIN = 0.7;

export interface SoundGraph {
  /** The sound of each track, for its encoder. */
  readonly outputs: ReadonlyMap<HereTrack, MediaStreamAudioDestinationNode>;
  addOutput(track: HereTrack): void;
  sourceOf(stream: MediaStream): MediaStreamAudioSourceNode;
  /** Connects an input to the worklet, and to the tracks that have it. */
  connect(input: HereInput, node: AudioNode): void;
  listen(onMeasured: (measured: Measured) => void): void;
  /** Buffers of sound for the worklet to use again. */
  giveBack: (pair: SoundPair) => void;
  resume(): void;
  close(): void;
}

/** The nodes of Web Audio between the inputs and the encoders, and a worklet that measures. */
export async function openGraph(): Promise<SoundGraph> {
  const context = new AudioContext({ sampleRate: 48_000 });
  try {
    await context.audioWorklet.addModule(levelWorklet);
  } catch (error) {
    void context.close();
    throw error;
  }
  // Without a click or a key the browser keeps it suspended: an address can open the dialog, too.
  const wake = () => void context.resume();
  wake();
  for (const gesture of ["pointerdown", "keydown"]) window.addEventListener(gesture, wake, { once: true });
  const meter = new AudioWorkletNode(context, "acta-levels", { numberOfInputs: SLOTS.length, numberOfOutputs: 1 });
  // Its output is silence; it runs because something listens.
  meter.connect(context.destination);
  const outputs = new Map<HereTrack, MediaStreamAudioDestinationNode>();
  let used: ArrayBuffer[] = [];
  const connectTo = (track: HereTrack, node: AudioNode, output: AudioNode) => {
    if (track !== "mix" || !outputs.has("tab")) return void node.connect(output);
    const gain = new GainNode(context, { gain: MIX_GAIN });
    node.connect(gain).connect(output);
  };

  return {
    outputs,
    addOutput(track) {
      outputs.set(
        track,
        new MediaStreamAudioDestinationNode(context, { channelCount: 1, channelCountMode: "explicit" }),
      );
    },
    sourceOf: (stream) => new MediaStreamAudioSourceNode(context, { mediaStream: stream }),
    connect(input, node) {
      node.connect(meter, 0, SLOTS.indexOf(input));
      for (const [track, output] of outputs) if (track === "mix" || track === input) connectTo(track, node, output);
    },
    listen(onMeasured) {
      meter.port.addEventListener("message", ({ data }: MessageEvent<Measured>) => onMeasured(data));
      meter.port.start();
    },
    giveBack({ microphone, tab }) {
      used.push(microphone.buffer, tab.buffer);
      if (used.length < GIVEN_BACK_MIN) return;
      meter.port.postMessage(used, used);
      used = [];
    },
    resume: wake,
    close: () => void context.close(),
  };
}
