import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

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
