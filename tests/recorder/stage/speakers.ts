import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright";
import type { Janus } from "./janus.ts";
import { loopOf, RATE, type Sentence } from "./voices.ts";
import { eventually, WAIT_MS_MAX, within } from "./waits.ts";

/** People in a room of the meeting server: pages of one browser that say their sentences in a loop. */
export type Speakers = {
  /** Joins the room and begins to speak; resolves when the server lists the person. */
  join(janus: Janus, room: number, who: string, loop: string, picture?: Picture): Promise<Speaker>;
  close(): Promise<void>;
};

export type Picture = { width: number; height: number; framesPerSecond: number };
/** Enough to be seen, and next to nothing to encode. */
const SMALL: Picture = { width: 160, height: 120, framesPerSecond: 5 };

export type Speaker = {
  page: Page;
  /** Leaves by the page's own button. */
  leave(): Promise<void>;
};

/** `beganAt`: the time at which a loop began, in epoch ms. */
export async function openSpeakers(sentences: Sentence[], beganAt = 0): Promise<Speakers> {
  const browserPath = process.env.ACTA_BROWSER || ["/usr/bin/chromium"].find((path) => existsSync(path));
  const browser: Browser = await chromium.launch({
    ...(browserPath ? { executablePath: browserPath } : {}),
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--autoplay-policy=no-user-gesture-required",
      "--allow-loopback-in-peer-connection",
      "--disable-features=WebRtcHideLocalIpsWithMdns",
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
    ],
  });
  return {
    async join(janus, room, who, voice, picture = SMALL) {
      const page = await within(browser.newPage(), "a page for somebody who speaks");
      page.setDefaultTimeout(WAIT_MS_MAX);
      const loop = voice === "" ? null : Buffer.from(loopOf(sentences, voice).buffer).toString("base64");
      await page.addInitScript(fakeDevices, { loop, beganAt, rate: RATE, picture });
      await page.goto(janus.meetingUrl(room));
      await page.locator("#start").click();
      await page.locator("#username").fill(who);
      await page.locator("#register").click();
      await page.locator("#mute").waitFor();
      return {
        page,
        async leave() {
          await page.locator("#start").click();
          // The page reloads itself. It is closed with the browser: a close during the reload hung for longer than a minute.
          const gone = async () => !(await janus.participants(room)).includes(who);
          await eventually(gone, "somebody who left is out of the room");
        },
      };
    },
    async close() {
      // One that does not close ends with this process.
      await within(browser.close(), "the speakers' browser is closed").catch(() => {});
    },
  };
}

type Devices = { loop: string | null; beganAt: number; rate: number; picture: Picture };

/** Runs in the page: a microphone that plays the loop, and a small moving picture. Much cheaper than one browser per person. */
function fakeDevices({ loop, beganAt, rate, picture: { width, height, framesPerSecond } }: Devices): void {
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const out = context.createMediaStreamDestination();
    if (loop !== null) {
      const bytes = Uint8Array.from(atob(loop), (letter) => letter.codePointAt(0) ?? 0);
      const samples = new Float32Array(bytes.buffer);
      const buffer = context.createBuffer(1, samples.length, rate);
      buffer.copyToChannel(samples, 0);
      const source = context.createBufferSource();
      source.buffer = buffer;
      source.loop = true;
      source.connect(out);
      // By the clock that all pages share: people who join at any time say their sentences in turn, not over each other. The loop begins at
      // its beginning, because half a sentence may end before the bot has read in the page who speaks.
      await context.resume();
      source.start(context.currentTime + buffer.duration - (((Date.now() - beganAt) / 1000) % buffer.duration));
    }
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const paint = canvas.getContext("2d");
    let turn = 0;
    setInterval(() => {
      if (!paint) return;
      turn += 1;
      paint.fillStyle = `hsl(${turn * 20} 80% 50%)`;
      paint.fillRect(0, 0, width, height);
    }, 1000 / framesPerSecond);
    const [picture] = canvas.captureStream(framesPerSecond).getVideoTracks();
    return new MediaStream([...out.stream.getAudioTracks(), ...(picture ? [picture] : [])]);
  };
}
