import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { HERE_BITS_PER_SECOND, HERE_TIMESLICE_MS } from "#app/domain/limits/here.ts";
import { HERE_FORMAT } from "#app/features/here/capture/capabilities.ts";
import { serve } from "#tests/fakes/serve.mjs";

/** The title by which Chromium is told to share the tab of the call (`--auto-select-tab-capture-source-by-title`). */
export const CALL_TITLE = "Acta bench call";

const run = promisify(execFile);
const PAUSE = "<break time='900ms'/>";
const LINES = {
  microphone: [
    "The crates are in the second hall since Tuesday.",
    "I asked for the price of forty, and they want an answer by Friday.",
    "We can also take twenty now and the others in spring.",
    "I will write the list tonight and send it to all of you.",
  ],
  tab: [
    "The second hall is full until the end of the month.",
    "Twenty would be enough for the first route.",
    "Then we decide about the rest when the numbers are there.",
    "Please put the price beside each line of the list.",
    "I can bring the van on Friday morning at nine.",
  ],
} as const;
const VOICES = { microphone: "en-gb", tab: "en-us+f3" } as const;
/** Speech, then as much quiet that others may speak; played again and again. */
const LOOP_SECONDS = { microphone: 41, tab: 33 } as const;

/**
 * Writes the sound of a source as WAV. Below the speech is the noise of a quiet room: a microphone that gives zeros is reported as muted.
 */
export async function writeSpeech(folder: string, source: "microphone" | "tab"): Promise<string> {
  const spoken = path.join(folder, `${source}-spoken.wav`);
  const mixed = path.join(folder, `${source}.wav`);
  const text = `<speak>${LINES[source].join(PAUSE)}</speak>`;
  await run("espeak-ng", ["-m", "-v", VOICES[source], "-s", "150", "-w", spoken, text]);
  const seconds = LOOP_SECONDS[source];
  const noise = `anoisesrc=amplitude=0.002:sample_rate=48000:duration=${seconds}`;
  const filter = `[0]aresample=48000,apad=whole_dur=${seconds}[s];[s][1]amix=normalize=0,atrim=0:${seconds}`;
  await run("ffmpeg", ["-v", "error", "-i", spoken, "-f", "lavfi", "-i", noise, "-filter_complex", filter, mixed]);
  return mixed;
}

/**
 * Two pages: the call, which plays `sound` again and again, and the page to compare with. That page opens the same sources with the same
 * settings and records the same tracks with the same encoders, and does nothing with what they give.
 */
export async function servePages(sound: string) {
  const wav = await readFile(sound);
  const html = (text: string) => new Response(text, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  return serve(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/sound") return new Response(wav, { headers: { "Content-Type": "audio/wav" } });
    if (pathname === "/call") return html(CALL);
    return html(PLAIN);
  });
}

const CALL = `<!doctype html><title>${CALL_TITLE}</title><audio src="/sound" loop autoplay controls></audio>`;

const MICROPHONE =
  "{ audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true } }";
const TAB = `{
  video: { displaySurface: "browser", width: 160, height: 90, frameRate: 1 },
  audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  selfBrowserSurface: "exclude", surfaceSwitching: "include", monitorTypeSurfaces: "exclude", systemAudio: "exclude",
}`;

const PLAIN = `<!doctype html><title>Only recorders</title><button>Start</button><script>
const source = new URL(location.href).searchParams.get("source");
const format = { mimeType: "${HERE_FORMAT}", audioBitsPerSecond: ${HERE_BITS_PER_SECOND} };
let bytes = 0;
function record(stream) {
  const recorder = new MediaRecorder(new MediaStream(stream.getAudioTracks()), format);
  recorder.addEventListener("dataavailable", ({ data }) => { bytes += data.size; });
  recorder.start(${HERE_TIMESLICE_MS});
}
async function start() {
  const tab = source === "both" ? await navigator.mediaDevices.getDisplayMedia(${TAB}) : null;
  for (const picture of tab ? tab.getVideoTracks() : []) picture.enabled = false;
  const microphone = await navigator.mediaDevices.getUserMedia(${MICROPHONE});
  record(microphone);
  if (tab) {
    record(tab);
    const context = new AudioContext({ sampleRate: 48000 });
    const mix = new MediaStreamAudioDestinationNode(context, { channelCount: 1, channelCountMode: "explicit" });
    for (const mediaStream of [microphone, tab]) {
      new MediaStreamAudioSourceNode(context, { mediaStream }).connect(new GainNode(context, { gain: 0.7 })).connect(mix);
    }
    record(mix.stream);
  }
  document.querySelector("button").textContent = "Recording";
}
document.querySelector("button").addEventListener("click", start);
</script>`;
