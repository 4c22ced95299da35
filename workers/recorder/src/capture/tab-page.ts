import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/**
 * Runs in our own second tab: records the meeting's tab, picture and sound, as the browser shows it. A page of ours because a
 * meeting's own page may forbid it (Permissions-Policy), and because this one outlives its reload. Handed over as text: it may
 * use nothing that is not inside it.
 */
export async function recordTab(options: {
  pieceMs: number;
  videoBitsPerSecond: number;
  audioBitsPerSecond: number;
  width: number;
  height: number;
  framesPerSecond: number;
}): Promise<void> {
  type Scope = Window & {
    __actaSay?: (kind: string, body: unknown) => Promise<void>;
    __actaStopTab?: () => Promise<void>;
  };
  const scope: Scope = window;
  await scope.__actaStopTab?.();
  const epoch = () => performance.timeOrigin + performance.now();
  const say = async (kind: string, body: unknown) => {
    for (let turn = 0; turn < 40; turn += 1) {
      try {
        await scope.__actaSay?.(kind, body);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
  };
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
  let pieces = 0;
  let queue = Promise.resolve();

  async function base64(blob: Blob): Promise<string> {
    const reader = new FileReader();
    const read = new Promise<string>((resolve, reject) => {
      reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
      reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")));
    });
    reader.readAsDataURL(blob);
    const url = await read;
    return url.slice(url.lastIndexOf(",") + 1);
  }

  const stopped = new Promise<void>((resolve) => {
    recorder.addEventListener("start", () => {
      const at = epoch();
      queue = queue.then(() => say("started", { stream: "tab", recorder: id, at, mimeType }));
    });
    recorder.addEventListener("dataavailable", (event) => {
      if (event.data.size === 0) return;
      const seq = pieces;
      pieces += 1;
      queue = queue.then(async () =>
        say("piece", { stream: "tab", recorder: id, seq, bytes: await base64(event.data) }),
      );
    });
    recorder.addEventListener("stop", () => {
      const at = epoch();
      queue = queue.then(() => say("stopped", { recorder: id, at }));
      queue.then(resolve, resolve);
    });
  });

  const [sound] = stream.getAudioTracks();
  let metering: ReturnType<typeof setInterval> | undefined;
  let context: AudioContext | undefined;
  if (sound) {
    context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 4096;
    context.createMediaStreamSource(new MediaStream([sound])).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    metering = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      let sum = 0;
      for (const sample of samples) sum += sample * sample;
      scope.__actaSay?.("tab-level", { at: epoch(), level: Math.sqrt(sum / samples.length) }).catch(() => {});
    }, 1000);
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

/** The flags and their reasons: README.md. To get the sound of the tab, Playwright's own --mute-audio is left out. */
export async function launchBrowser(settings: BrowserSettings): Promise<Browser> {
  const executablePath = settings.executablePath ?? CHROMIUM_PATHS.find((path) => existsSync(path));
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    headless: settings.headless,
    ignoreDefaultArgs: ["--mute-audio"],
    // The bot's own signal handlers end the browser in order; Playwright would close it in the middle of the last piece.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      "--disable-dev-shm-usage",
      "--autoplay-policy=no-user-gesture-required",
      "--lang=en-US",
      "--accept-lang=en-US",
      `--auto-select-tab-capture-source-by-title=${CAPTURED_TITLE}`,
      "--window-size=1280,860",
      // Chromium does not run its sandbox as root; the container runs as a user of its own and keeps the sandbox.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ...(settings.fakeDevices ? ["--use-fake-device-for-media-stream"] : []),
      ...(settings.loopbackOnly
        ? [
            "--allow-loopback-in-peer-connection",
            "--disable-features=WebRtcHideLocalIpsWithMdns",
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
          ]
        : []),
    ],
  });
}
