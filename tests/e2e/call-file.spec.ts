import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "#tests/e2e/acta-test.ts";
import { joinCall, recordedCall } from "#tests/support/call-pieces.ts";

/** A file as a bucket serves it: whole, and in ranges. */
async function serve(file: Uint8Array) {
  const server = createServer((request, response) => {
    if (request.url === "/") response.setHeader("Content-Type", "text/html").end("<video controls></video>");
    else if (request.url === "/call.mp4") {
      const [, from = "0", to = ""] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? "") ?? [];
      const part = file.subarray(Number(from), to === "" ? file.byteLength : Number(to) + 1);
      const range = `bytes ${from}-${Number(from) + part.byteLength - 1}/${file.byteLength}`;
      const length = part.byteLength;
      response.writeHead(206, { "Content-Type": "video/mp4", "Content-Range": range, "Content-Length": length });
      response.end(part);
    } else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

/** Runs in the page: jumps to each second and looks at the picture, then plays across the pause and listens. */
async function watch({ jumps, playFrom }: { jumps: number[]; playFrom: number }) {
  const video = document.querySelector("video");
  if (video === null) throw new Error("no video");
  const happens = (event: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(event, () => resolve(), { once: true });
      video.addEventListener("error", () => reject(new Error(video.error?.message)), { once: true });
    });
  /** "seeked" may come before the picture of the new place is drawn. */
  const shows = (seconds: number) =>
    new Promise<void>((resolve) => {
      const look = (_now: number, { mediaTime }: VideoFrameCallbackMetadata) => {
        if (Math.abs(mediaTime - seconds) < 0.1) resolve();
        else video.requestVideoFrameCallback(look);
      };
      video.requestVideoFrameCallback(look);
    });
  video.src = "/call.mp4";
  await happens("loadedmetadata");
  const canvas = document.createElement("canvas");
  const paint = canvas.getContext("2d", { willReadFrequently: true });
  const reds: number[] = [];
  for (const seconds of jumps) {
    const seen = Promise.all([happens("seeked"), shows(seconds)]);
    video.currentTime = seconds;
    await seen;
    paint?.drawImage(video, 0, 0);
    reds.push(paint?.getImageData(5, 5, 1, 1).data[0] ?? -1);
  }
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 4096, smoothingTimeConstant: 0 });
  context.createMediaElementSource(video).connect(analyser).connect(context.destination);
  video.currentTime = playFrom;
  await happens("seeked");
  await video.play();
  const levels = new Float32Array(analyser.frequencyBinCount);
  /** The last tone heard in each tenth of a second. */
  const tones: Record<string, number> = {};
  while (!video.ended) {
    analyser.getFloatFrequencyData(levels);
    const loudest = levels.reduce((best, level, at) => (level > (levels[best] ?? 0) ? at : best), 0);
    const hertz = (loudest * context.sampleRate) / analyser.fftSize;
    tones[video.currentTime.toFixed(1)] = (levels[loudest] ?? -200) < -70 ? 0 : Math.round(hertz / 100) * 100;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { duration: video.duration, width: video.videoWidth, reds, tones };
}

test("the one file of a call jumps to any moment, and plays on in time behind a pause of the recording", async ({
  page,
}) => {
  const call = await recordedCall();
  const { file, durationMs, gaps } = joinCall(call);
  const secondStart = (gaps[0]?.endMs ?? 0) / 1000;
  const server = await serve(file);
  try {
    await page.goto(server.url);
    // A click is what lets a page sound.
    await page.mouse.click(5, 5);
    const jumps = [3.5, 0.5, secondStart + 2.5, 1.5, secondStart + 0.5];
    const seen = await page.evaluate(watch, { jumps, playFrom: 4 });
    expect(seen.width).toBe(160);
    expect(seen.duration).toBeCloseTo(durationMs / 1000, 2);
    // 30 and 40 more each second.
    for (const [at, red] of [150, 30, 110, 70, 30].entries())
      expect(Math.abs((seen.reds[at] ?? 0) - red)).toBeLessThan(12);
    const tone = (seconds: number) => seen.tones[seconds.toFixed(1)];
    expect(tone(4.6)).toBe(800);
    expect(tone(secondStart - 0.5)).toBe(0);
    expect(tone(secondStart + 0.6)).toBe(1400);
    expect(tone(secondStart + 3.6)).toBe(1700);
  } finally {
    server.stop();
  }
});
