import { existsSync } from "node:fs";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { featureFlags } from "./browser-features.ts";
import { type PageKit, pageKit } from "./page-kit.ts";

type TabOptions = {
  pieceMs: number;
  videoBitsPerSecond: number;
  audioBitsPerSecond: number;
  width: number;
  height: number;
  framesPerSecond: number;
};

/**
 * The script of our own second tab: records the meeting's tab, picture and sound, as the browser shows it. A page of ours because a
 * meeting's own page may forbid it (Permissions-Policy), and because this one outlives its reload.
 */
export function tabScript(options: TabOptions): string {
  return `(${recordTab.toString()})((${pageKit.toString()})(), ${JSON.stringify(options)})`;
}

async function recordTab({ epoch, tell, rms, sayPieces }: PageKit, options: TabOptions): Promise<void> {
  const scope: Window & { __actaStopTab?: () => Promise<void> } = window;
  await scope.__actaStopTab?.();
  const stream = await navigator.mediaDevices.getDisplayMedia({
    video: { width: options.width, height: options.height, frameRate: options.framesPerSecond },
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
  });
  const mimeType = "video/mp4;codecs=avc1.64002A,opus";
  const settings: MediaRecorderOptions & { videoKeyFrameIntervalDuration: number } = {
    mimeType,
    videoBitsPerSecond: options.videoBitsPerSecond,
    audioBitsPerSecond: options.audioBitsPerSecond,
    // A piece ends at a key frame: this is how long it gets.
    videoKeyFrameIntervalDuration: options.pieceMs,
  };
  const recorder = new MediaRecorder(stream, settings);
  const id = Math.random().toString(36).slice(2, 12);
  const stopped = sayPieces(recorder, { stream: "tab", id, mimeType });

  const [sound] = stream.getAudioTracks();
  let metering: ReturnType<typeof setInterval> | undefined;
  let context: AudioContext | undefined;
  if (sound) {
    context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 4096;
    context.createMediaStreamSource(new MediaStream([sound])).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    metering = setInterval(() => tell("tab-level", { at: epoch(), level: rms(analyser, samples) }), 1000);
  }

  recorder.start(options.pieceMs);
  scope.__actaStopTab = async () => {
    delete scope.__actaStopTab;
    clearInterval(metering);
    if (recorder.state !== "inactive") recorder.stop();
    await stopped;
    for (const track of stream.getTracks()) track.stop();
    await context?.close();
  };
}

/** Identifies the tab to capture: its title is set to this while the capture begins. */
export const CAPTURED_TITLE = "acta-recorded-tab";

const CHROMIUM_PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export type BrowserSettings = {
  /** RECORDER_CHROMIUM, else the first existing one of CHROMIUM_PATHS. */
  executablePath: string | null;
  /** Real services are visited with a window (Xvfb); tests and the local meeting server without one. */
  headless: boolean;
  fakeDevices: boolean;
  /** A meeting server on this machine: media flows over loopback, and no other name is ever resolved. */
  loopbackOnly: boolean;
};

/** A sandbox that cannot be had ends the browser at once. */
const SANDBOXED_LAUNCH_MS_MAX = 15_000;

/**
 * Launches the browser in its sandbox, or without it where the runtime forbids what that needs (`onUnsandboxed` gets the reason): Docker's usual profile
 * does, and a meeting is recorded all the same. Root has none.
 */
export async function launchBrowser(
  settings: BrowserSettings,
  onUnsandboxed: (error: unknown) => void,
): Promise<Browser> {
  const options = launchOptions(settings);
  if (process.getuid?.() !== 0) {
    try {
      return await chromium.launch({ ...options, chromiumSandbox: true, timeout: SANDBOXED_LAUNCH_MS_MAX });
    } catch (error) {
      onUnsandboxed(error);
    }
  }
  return chromium.launch({ ...options, chromiumSandbox: false });
}

/** The flags and their reasons: README.md. To get the sound of the tab, Playwright's own --mute-audio is left out. */
function launchOptions(settings: BrowserSettings): LaunchOptions {
  const executablePath = settings.executablePath ?? CHROMIUM_PATHS.find((path) => existsSync(path));
  return {
    ...(executablePath ? { executablePath } : {}),
    headless: settings.headless,
    ignoreDefaultArgs: ["--mute-audio"],
    // The bot's own signal handlers end the browser in order; Playwright would close it in the middle of the last piece.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      ...featureFlags(settings.loopbackOnly ? ["WebRtcHideLocalIpsWithMdns"] : []),
      "--disable-dev-shm-usage",
      "--autoplay-policy=no-user-gesture-required",
      "--lang=en-US",
      "--accept-lang=en-US",
      `--auto-select-tab-capture-source-by-title=${CAPTURED_TITLE}`,
      "--window-size=1280,860",
      ...(settings.fakeDevices ? ["--use-fake-device-for-media-stream"] : []),
      ...(settings.loopbackOnly
        ? [
            "--allow-loopback-in-peer-connection",
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
          ]
        : []),
    ],
  };
}
