export type PageKit = ReturnType<typeof pageKit>;

/**
 * The shared parts of the recorders of a meeting's page and of its tab. Like them it runs in the page and is passed to the browser as text: each
 * of these functions may use only what is inside it and what it is given.
 */
export function pageKit() {
  const scope: Window & { __actaSay?: (kind: string, body: unknown) => Promise<void> } = window;
  const epoch = () => performance.timeOrigin + performance.now();

  /** Tells the bot, once: what is told again a moment later may be lost. */
  function tell(kind: string, body: unknown): void {
    scope.__actaSay?.(kind, body).catch(() => {});
  }

  /** Tells the bot, and tries again, so that recorded pieces are kept here until it has them on its disk. */
  async function say(kind: string, body: unknown): Promise<void> {
    for (let turn = 0; turn < 40; turn += 1) {
      try {
        await scope.__actaSay?.(kind, body);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
  }

  async function base64(blob: Blob): Promise<string> {
    const reader = new FileReader();
    const read = new Promise<string>((resolve, reject) => {
      reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
      reader.addEventListener("error", () => reject(reader.error ?? new Error("unreadable")));
    });
    reader.readAsDataURL(blob);
    const url = await read;
    // The LAST comma: the type may contain one (`codecs=avc1,opus`).
    return url.slice(url.lastIndexOf(",") + 1);
  }

  function rms(analyser: AnalyserNode, samples: Float32Array<ArrayBuffer>): number {
    analyser.getFloatTimeDomainData(samples);
    let sum = 0;
    for (const sample of samples) sum += sample * sample;
    return Math.sqrt(sum / samples.length);
  }

  /** Says when a recorder starts and stops, and each of its pieces. `stopped` resolves when the bot has the last one. */
  function sayPieces(recorder: MediaRecorder, about: { stream: string; id: string; mimeType: string }) {
    const { stream, id, mimeType } = about;
    let pieces = 0;
    let queue = Promise.resolve();
    const stopped = new Promise<void>((resolve) => {
      recorder.addEventListener("start", () => {
        const at = epoch();
        queue = queue.then(() => say("started", { stream, recorder: id, at, mimeType }));
      });
      recorder.addEventListener("dataavailable", (event) => {
        if (event.data.size === 0) return;
        const seq = pieces;
        pieces += 1;
        queue = queue.then(async () => say("piece", { stream, recorder: id, seq, bytes: await base64(event.data) }));
      });
      recorder.addEventListener("stop", () => {
        const at = epoch();
        queue = queue.then(() => say("stopped", { recorder: id, at }));
        queue.then(resolve, resolve);
      });
    });
    return stopped;
  }

  return { epoch, tell, rms, sayPieces };
}
