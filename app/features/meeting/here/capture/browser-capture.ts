import {
  HERE_BITS_PER_SECOND,
  HERE_COLLECTED_MS_MIN,
  HERE_OPEN_AGAIN_MS,
  HERE_TIMESLICE_MS,
} from "#app/domain/limits/here.ts";
import { type HereSource, type HereTrack, tracksOf } from "#app/domain/here/here.ts";
import { askEchoWorker } from "#app/features/meeting/here/capture/ask-echo-worker.ts";
import type { Capture, CaptureEvents, HereInput, Levels } from "#app/features/meeting/here/capture/capture.ts";
import { HERE_FORMAT } from "#app/features/meeting/here/capture/capabilities.ts";
import type { Measured } from "#app/features/meeting/here/capture/echo-finder.ts";
// oxlint-disable-next-line import/default -- vite makes the address of the compiled worklet
import levelWorklet from "#app/features/meeting/here/capture/level-worklet.ts?worker&url";

/** - `refused`: the person or the system said no. - `none`: there is no such device. - `silent-tab`: a tab was shared without sound. */
export type OpenProblem = "refused" | "none" | "silent-tab" | "failed";

export interface BrowserCapture extends Capture {
  /** Opens an input, in the place of the one before. Null when it is there. A tab needs a click. */
  open(input: HereInput, deviceId?: string): Promise<OpenProblem | null>;
  /** The devices were given back: nothing can be recorded any more. */
  isReleased(): boolean;
  /** Makes the tracks of a source, before the first start. An input that the source does not have, such as a tried microphone, is closed. */
  prepare(source: HereSource): void;
}

type OpenInput = { stream: MediaStream; node: MediaStreamAudioSourceNode; label: string; isLive: boolean };

const SLOTS: readonly HereInput[] = ["microphone", "tab"];
/** Two voices at full scale would clip. */
const MIX_GAIN = 0.7;

/** The sound of the page. */
export async function openCapture(): Promise<BrowserCapture> {
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
  const inputs = new Map<HereInput, OpenInput>();
  const outputs = new Map<HereTrack, MediaStreamAudioDestinationNode>();
  const echo = askEchoWorker();
  let chosenDevice: string | undefined;
  let tracks: readonly HereTrack[] = [];
  let source: HereSource | null = null;
  const isLeftOut = (input: HereInput) => source !== null && source !== "both" && source !== input;
  let encoders: Encoder[] = [];
  const life = new AbortController();
  let events: CaptureEvents = { levels() {}, sound() {}, inputs() {}, piece() {}, failed() {} };

  meter.port.addEventListener("message", ({ data: { loudness, sound } }: MessageEvent<Measured>) => {
    const levels: Levels = {};
    for (const [index, input] of SLOTS.entries()) {
      const heard = loudness[index];
      if (heard && inputs.get(input)?.isLive) levels[input] = heard;
    }
    events.levels(levels);
    if (sound && levels.microphone && levels.tab) events.sound(sound);
  });
  meter.port.start();

  const close = (input: HereInput) => {
    const open = inputs.get(input);
    open?.node.disconnect();
    for (const track of open?.stream.getTracks() ?? []) track.stop();
  };
  const connect = (input: HereInput, node: AudioNode) => {
    node.connect(meter, 0, SLOTS.indexOf(input));
    for (const [track, output] of outputs) if (track === "mix" || track === input) connectTo(track, node, output);
  };
  const connectTo = (track: HereTrack, node: AudioNode, output: AudioNode) => {
    if (track !== "mix" || !outputs.has("tab")) return void node.connect(output);
    const gain = new GainNode(context, { gain: MIX_GAIN });
    node.connect(gain).connect(output);
  };
  const attach = (input: HereInput, stream: MediaStream) => {
    close(input);
    const [sound] = stream.getAudioTracks();
    const node = new MediaStreamAudioSourceNode(context, { mediaStream: stream });
    const open = { stream, node, label: sound?.label ?? "", isLive: true };
    inputs.set(input, open);
    connect(input, node);
    sound?.addEventListener("ended", () => {
      open.isLive = false;
      node.disconnect();
      events.inputs();
      if (inputs.get(input) === open) void replaceMicrophone();
    });
  };
  const openInput = async (input: HereInput): Promise<OpenProblem | null> => {
    try {
      const stream = input === "tab" ? await shareTab() : await requestMicrophone(chosenDevice);
      // The person may have allowed it after the dialog was closed, or after the recording of another source began.
      if (life.signal.aborted || isLeftOut(input) || stream.getAudioTracks().length === 0) {
        for (const track of stream.getTracks()) track.stop();
        return "silent-tab";
      }
      attach(input, stream);
      return null;
    } catch (error) {
      return problemOf(error);
    }
  };
  const openMicrophone = async (): Promise<OpenProblem | null> => {
    for (const ms of HERE_OPEN_AGAIN_MS) {
      const problem = await openInput("microphone");
      if (problem !== "failed" || life.signal.aborted) return problem;
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
    return openInput("microphone");
  };
  let isReplacing = false;
  /** The next microphone, where there is one or comes one, takes the place of one that is gone without a question. */
  const replaceMicrophone = async () => {
    if (isReplacing || inputs.get("microphone")?.isLive !== false) return;
    isReplacing = true;
    await openMicrophone();
    isReplacing = false;
    events.inputs();
  };
  navigator.mediaDevices.addEventListener("devicechange", () => void replaceMicrophone(), { signal: life.signal });
  const openAny = (input: HereInput) => (input === "tab" ? openInput(input) : openMicrophone());

  return {
    get tracks() {
      return tracks;
    },
    inputs: () => [...inputs].map(([input, { label, isLive }]) => ({ input, label, isLive })),
    listen(next) {
      events = next;
    },
    async open(input, deviceId) {
      if (input === "microphone") chosenDevice = deviceId;
      const problem = await openAny(input);
      if (problem === null) events.inputs();
      return problem;
    },
    isReleased: () => life.signal.aborted,
    findEcho: echo.find,
    giveBack({ microphone, tab }) {
      const buffers = [microphone.buffer, tab.buffer];
      meter.port.postMessage(buffers, buffers);
    },
    reopen: async (input) => (await openAny(input)) === null,
    prepare(chosen) {
      source = chosen;
      tracks = tracksOf(chosen);
      for (const input of SLOTS.filter(isLeftOut)) {
        close(input);
        inputs.delete(input);
      }
      for (const track of tracks) {
        outputs.set(
          track,
          new MediaStreamAudioDestinationNode(context, { channelCount: 1, channelCountMode: "explicit" }),
        );
      }
      for (const [input, { node, isLive }] of inputs) {
        node.disconnect();
        if (isLive) connect(input, node);
      }
    },
    start() {
      void context.resume();
      encoders = [...outputs].map(([track, { stream }]) =>
        startEncoder(stream, (bytes, isLast) => events.piece(track, bytes, isLast), events.failed),
      );
    },
    async stop() {
      const stopping = encoders;
      encoders = [];
      await Promise.all(stopping.map((encoder) => encoder.stop()));
    },
    release() {
      // A dialog and its recording both give the devices back.
      if (life.signal.aborted) return;
      life.abort();
      for (const input of inputs.keys()) close(input);
      echo.end();
      void context.close();
    },
  };
}

type Encoder = { stop(): Promise<void> };

/** Each piece is whole fragments of MP4; the first begins with the header of the segment (contracts/recording/here-piece.ts). */
function startEncoder(
  stream: MediaStream,
  onPiece: (bytes: Uint8Array<ArrayBuffer>, isLast: boolean) => void,
  onFailed: () => void,
): Encoder {
  const recorder = new MediaRecorder(stream, { mimeType: HERE_FORMAT, audioBitsPerSecond: HERE_BITS_PER_SECOND });
  let queue = Promise.resolve();
  let parts: Blob[] = [];
  let givenAt = performance.now();
  const give = (isLast: boolean) => {
    const blob = new Blob(parts);
    parts = [];
    givenAt = performance.now();
    const read = async () => onPiece(new Uint8Array(await blob.arrayBuffer()), isLast);
    // Bytes that cannot be read are lost as if the encoder had failed; the pieces behind them go on.
    queue = queue.then(read).catch(onFailed);
  };
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size > 0) parts.push(data);
    // The last piece is known when the encoder has stopped.
    if (recorder.state === "inactive" || parts.length === 0) return;
    if (performance.now() - givenAt >= HERE_COLLECTED_MS_MIN) give(false);
  });
  const stopped = new Promise<void>((resolve) => {
    recorder.addEventListener("stop", () => {
      if (parts.length > 0) give(true);
      void queue.then(resolve);
    });
  });
  recorder.addEventListener("error", onFailed);
  recorder.start(HERE_TIMESLICE_MS);
  return {
    async stop() {
      if (recorder.state !== "inactive") recorder.stop();
      await stopped;
    },
  };
}

function requestMicrophone(deviceId: string | undefined): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: {
      // One that was unplugged is not waited for.
      ...(deviceId === undefined ? {} : { deviceId: { ideal: deviceId } }),
      channelCount: 1,
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
    },
  });
}

/** Options that TypeScript does not know yet; browsers ignore those that they do not know. */
type TabOptions = DisplayMediaStreamOptions & {
  selfBrowserSurface: "exclude";
  surfaceSwitching: "include";
  monitorTypeSurfaces: "exclude";
  systemAudio: "exclude";
};

async function shareTab(): Promise<MediaStream> {
  const options: TabOptions = {
    // The browser shares no sound alone. The picture is as small as it can be, and is not looked at.
    video: { displaySurface: "browser", width: 160, height: 90, frameRate: 1 },
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    selfBrowserSurface: "exclude",
    surfaceSwitching: "include",
    monitorTypeSurfaces: "exclude",
    systemAudio: "exclude",
  };
  const stream = await navigator.mediaDevices.getDisplayMedia(options);
  for (const picture of stream.getVideoTracks()) picture.enabled = false;
  return stream;
}

function problemOf(error: unknown): OpenProblem {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "none" : "failed";
}

/** The microphones, by the names that the browser gives them once it may. */
export async function listMicrophones(): Promise<{ id: string; label: string }[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId, label }) => kind === "audioinput" && deviceId !== "" && label !== "")
    .map(({ deviceId, label }) => ({ id: deviceId, label }));
}
