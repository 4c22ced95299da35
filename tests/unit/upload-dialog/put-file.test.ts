import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UPLOAD_STALL_MS } from "#app/domain/limits/uploads.ts";
import { browserTransport, putFile } from "#app/features/upload/send/upload-transport.ts";

/** Stands in for the browser's request. It progresses and ends when the test says so. */
class PlayedRequest extends EventTarget {
  upload = new EventTarget();
  status = 0;
  isBrokenOff = false;
  url = "";
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader() {}
  getResponseHeader = () => '"etag"';
  send() {
    begun.push(this);
    for (const wait of waiting.splice(0)) wait();
  }
  abort() {
    this.isBrokenOff = true;
    this.#end("abort");
  }
  move(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded }));
  }
  answer(status: number) {
    this.status = status;
    this.#end("load");
  }
  #end(how: "abort" | "load") {
    this.dispatchEvent(new Event(how));
    this.dispatchEvent(new Event("loadend"));
  }
}

let begun: PlayedRequest[] = [];
let waiting: (() => void)[] = [];

/** The n-th request, once it has begun. */
async function request(nth: number): Promise<PlayedRequest> {
  for (;;) {
    const found = begun[nth - 1];
    if (found) return found;
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
}

beforeEach(() => {
  [begun, waiting] = [[], []];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("XMLHttpRequest", PlayedRequest);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const put = (stallMs?: number, signal = new AbortController().signal) => {
  const sent: number[] = [];
  const place = { url: "https://store.test/1", headers: {}, onSent: (bytes: number) => void sent.push(bytes) };
  const end = putFile(new Blob(["abcdef"]), { ...place, ...(stallMs === undefined ? {} : { stallMs }) }, signal);
  // Prevents an unhandled rejection. Later listeners still get the error.
  end.catch(() => undefined);
  return { end, sent };
};

test("a connection without progress for a minute is aborted, and not a moment earlier", async () => {
  const { end } = put(UPLOAD_STALL_MS);
  const { isBrokenOff } = await request(1);
  expect(isBrokenOff).toBe(false);
  vi.advanceTimersByTime(UPLOAD_STALL_MS - 1);
  expect(begun[0]?.isBrokenOff).toBe(false);
  vi.advanceTimersByTime(1);
  expect(begun[0]?.isBrokenOff).toBe(true);
  await expect(end).rejects.toThrow("cancelled");
});

test("a slow connection with progress is never aborted; a stall after its last byte is", async () => {
  const { end, sent } = put(UPLOAD_STALL_MS);
  const slow = await request(1);
  for (const bytes of [1, 2, 3]) {
    vi.advanceTimersByTime(UPLOAD_STALL_MS - 1);
    slow.move(bytes);
  }
  expect(slow.isBrokenOff).toBe(false);
  expect(sent).toEqual([1, 2, 3]);
  // All bytes are sent, and the store does not answer.
  vi.advanceTimersByTime(UPLOAD_STALL_MS);
  expect(slow.isBrokenOff).toBe(true);
  await expect(end).rejects.toThrow("cancelled");
});

test("an answer ends the watch", async () => {
  const { end } = put(UPLOAD_STALL_MS);
  const answered = await request(1);
  answered.answer(200);
  expect(await end).toEqual({ status: 200, etag: '"etag"' });
  expect(vi.getTimerCount()).toBe(0);
});

test("a cancel aborts at once and ends the watch; a request that was cancelled before is never sent", async () => {
  const cancel = new AbortController();
  const { end } = put(UPLOAD_STALL_MS, cancel.signal);
  await request(1);
  cancel.abort();
  await expect(end).rejects.toThrow("cancelled");
  expect(begun[0]?.isBrokenOff).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  await expect(put(UPLOAD_STALL_MS, cancel.signal).end).rejects.toThrow("cancelled");
  expect(begun).toHaveLength(1);
});

test("a part that hangs is sent again automatically, to a URL of its own, and the file arrives", async () => {
  const places = [1, 2].map((nth) => ({ number: 1, url: `https://store.test/${nth}`, headers: {} }));
  const asked = places.map((place) => ({ landed: [], places: [place] }));
  const said: string[] = [];
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: string }) => {
    said.push(body);
    return Response.json(asked.shift() ?? { landed: [1], places: [] });
  });
  const lines: string[] = [];
  const transport = browserTransport({
    recording: new File(["abcdef"], "board.mp4"),
    transcript: null,
    around: {
      rest: () => Promise.resolve(),
      random: () => 0.5,
      unpaused: () => Promise.resolve(),
      pausing: () => new AbortController().signal,
    },
  });
  const end = transport.putParts(
    {
      meetId: "m".repeat(24),
      partBytes: 6,
      landed: [],
      onSent: () => undefined,
      onLine: (way) => void lines.push(way),
    },
    new AbortController().signal,
  );
  const hanging = await request(1);
  hanging.move(3);
  vi.advanceTimersByTime(UPLOAD_STALL_MS);
  const again = await request(2);
  expect(hanging.isBrokenOff).toBe(true);
  expect([hanging.url, again.url]).toEqual(["https://store.test/1", "https://store.test/2"]);
  again.answer(200);
  expect(await end).toBe("sent");
  expect(lines).toEqual(["down", "parts"]);
  expect(said.at(-1)).toContain("etag");
  expect(vi.getTimerCount()).toBe(0);
});
