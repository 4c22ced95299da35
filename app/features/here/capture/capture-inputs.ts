import type { HereSource } from "#app/domain/here/here.ts";
import { HERE_OPEN_AGAIN_MS } from "#app/domain/limits/here.ts";
import type { HereInput, InputFacts } from "#app/features/here/capture/capture.ts";
import { SLOTS, type SoundGraph } from "#app/features/here/capture/sound-graph.ts";

/** - `refused`: the person or the system said no. - `none`: there is no such device. - `silent-tab`: a tab was shared without sound. */
export type OpenProblem = "refused" | "none" | "silent-tab" | "failed";

export interface CaptureInputs {
  facts: () => InputFacts[];
  isLive(input: HereInput): boolean;
  /** Opens an input, in the place of the one before. */
  open(input: HereInput, deviceId?: string): Promise<OpenProblem | null>;
  /** The same, on the device of the last time. */
  reopen(input: HereInput): Promise<OpenProblem | null>;
  /** Closes the inputs that a source does not have, and opens them no more. */
  keepThoseOf(source: HereSource): void;
  /** Connects the inputs to the outputs that the graph has now. */
  connect(): void;
  close(): void;
}

type OpenInput = { stream: MediaStream; node: MediaStreamAudioSourceNode; label: string; isLive: boolean };

type Deps = {
  graph: SoundGraph;
  /** Aborted when the devices are given back. */
  life: AbortSignal;
  /** An input came or went. */
  onChange: () => void;
};

/** The microphone and the tab. A microphone that is gone is replaced by the next one. */
export function captureInputs({ graph, life, onChange }: Deps): CaptureInputs {
  const inputs = new Map<HereInput, OpenInput>();
  let chosenDevice: string | undefined;
  let source: HereSource | null = null;
  let isReplacing = false;
  const isLeftOut = (input: HereInput) => source !== null && source !== "both" && source !== input;

  const attach = (input: HereInput, stream: MediaStream) => {
    closeInput(inputs.get(input));
    const [sound] = stream.getAudioTracks();
    const node = graph.sourceOf(stream);
    const open = { stream, node, label: sound?.label ?? "", isLive: true };
    inputs.set(input, open);
    graph.connect(input, node);
    sound?.addEventListener("ended", () => {
      open.isLive = false;
      node.disconnect();
      onChange();
      if (inputs.get(input) === open) void replaceMicrophone();
    });
  };
  const openOnce = async (input: HereInput): Promise<OpenProblem | null> => {
    try {
      const stream = input === "tab" ? await shareTab() : await requestMicrophone(chosenDevice);
      // The person may have allowed it after the dialog was closed, or after the recording of another source began.
      if (life.aborted || isLeftOut(input) || stream.getAudioTracks().length === 0) {
        endTracks(stream);
        return "silent-tab";
      }
      attach(input, stream);
      return null;
    } catch (error) {
      return problemOf(error);
    }
  };
  const reopen = (input: HereInput) => (input === "tab" ? openOnce(input) : openAgain(() => openOnce(input), life));
  /** The next microphone, where there is one or comes one, takes the place of one that is gone without a question. */
  const replaceMicrophone = async () => {
    if (isReplacing || inputs.get("microphone")?.isLive !== false) return;
    isReplacing = true;
    await reopen("microphone");
    isReplacing = false;
    onChange();
  };
  navigator.mediaDevices.addEventListener("devicechange", () => void replaceMicrophone(), { signal: life });

  return {
    facts: () => [...inputs].map(([input, { label, isLive }]) => ({ input, label, isLive })),
    isLive: (input) => inputs.get(input)?.isLive === true,
    open(input, deviceId) {
      if (input === "microphone") chosenDevice = deviceId;
      return reopen(input);
    },
    reopen,
    keepThoseOf(chosen) {
      source = chosen;
      for (const input of SLOTS.filter(isLeftOut)) {
        closeInput(inputs.get(input));
        inputs.delete(input);
      }
    },
    connect() {
      for (const [input, { node, isLive }] of inputs) {
        node.disconnect();
        if (isLive) graph.connect(input, node);
      }
    },
    close() {
      for (const open of inputs.values()) closeInput(open);
    },
  };
}

/** Opens a microphone, and again after pauses while it fails: another program may have it for a moment. */
async function openAgain(open: () => Promise<OpenProblem | null>, life: AbortSignal): Promise<OpenProblem | null> {
  for (const ms of HERE_OPEN_AGAIN_MS) {
    const problem = await open();
    if (problem !== "failed" || life.aborted) return problem;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
  return open();
}

function closeInput(open: OpenInput | undefined): void {
  open?.node.disconnect();
  if (open) endTracks(open.stream);
}

function endTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
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
