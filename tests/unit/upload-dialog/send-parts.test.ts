import { getEventListeners } from "node:events";
import fc from "fast-check";
import { expect, test } from "vitest";
import { UPLOAD_PARTS_IN_FLIGHT, UPLOAD_PART_BYTES } from "#app/domain/limits/uploads.ts";
import { createPartsInFlight } from "#app/features/upload/parts/parts-in-flight.ts";
import {
  identifyFile,
  type LandedPart,
  type RememberedParts,
  rememberedParts,
} from "#app/features/upload/parts/remembered-parts.ts";
import { type Around, type PartsEvent, type PartTransport, sendParts } from "#app/features/upload/parts/send-parts.ts";

const PART = 10;

function file(bytes: number) {
  const content = Uint8Array.from({ length: bytes }, (_, at) => at % 251);
  return {
    name: "board.mp4",
    size: bytes,
    lastModified: 1000,
    slice: (start: number, end: number) => ({ arrayBuffer: async () => content.slice(start, end).buffer }),
  };
}

const around = (over: Partial<Around> = {}): Around => ({
  rest: () => Promise.resolve(),
  random: () => 0.5,
  unpaused: () => Promise.resolve(),
  pausing: () => new AbortController().signal,
  ...over,
});

function memory(): RememberedParts & { parts: LandedPart[] } {
  const kept = {
    parts: [] as LandedPart[],
    read: () => kept.parts,
    write: (parts: readonly LandedPart[]) => void (kept.parts = [...parts]),
  };
  return kept;
}

/** A server and a store behind a connection. `fails` decides for each call if it fails. */
function world(fails: (call: "ask" | "put-before" | "put-after") => boolean = () => false) {
  const said = new Set<number>();
  const stored = new Map<number, number>();
  const acknowledged = new Map<number, number>();
  const sends: number[] = [];
  const transport: PartTransport = {
    async ask({ landed, wanted }) {
      if (fails("ask")) throw new TypeError("network");
      for (const { number } of landed) said.add(number);
      const places = wanted
        .filter(({ number }) => !said.has(number))
        .map(({ number }) => ({ number, url: `https://store.test/${number}`, headers: {} }));
      return { ok: true, value: { landed: [...said], places } };
    },
    async put({ place: { number }, bytes, onSent }) {
      sends.push(number);
      onSent(bytes.byteLength / 2);
      if (fails("put-before")) throw new TypeError("network");
      stored.set(number, bytes.byteLength);
      if (fails("put-after")) throw new TypeError("network");
      acknowledged.set(number, (acknowledged.get(number) ?? 0) + 1);
      return { status: 200, etag: `etag-${number}` };
    },
  };
  return { transport, said, stored, acknowledged, sends };
}

type Run = Partial<Parameters<typeof sendParts>[0]>;

function send(transport: PartTransport, over: Run = {}) {
  const events: PartsEvent[] = [];
  const end = sendParts({
    file: file(95),
    partBytes: PART,
    landed: [],
    remembered: memory(),
    transport,
    around: around(),
    signal: new AbortController().signal,
    now: () => 0,
    report: (event) => void events.push(event),
    ...over,
  });
  return { end, events };
}

test("all parts are stored once, the last one shorter, and the server is told of each", async () => {
  const { transport, said, stored, sends } = world();
  const { end, events } = send(transport);
  expect(await end).toBe("sent");
  expect(sends.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect([stored.get(1), stored.get(10)]).toEqual([10, 5]);
  expect(said.size).toBe(10);
  expect(events.at(-1)).toEqual({ type: "progressed", sentBytes: 95 });
});

test("stored parts are not sent again, whether the server or the browser knows them", async () => {
  const { transport, sends } = world();
  const remembered = memory();
  remembered.parts = [{ number: 2, etag: "etag-2" }];
  expect(await send(transport, { landed: [1, 10], remembered }).end).toBe("sent");
  expect(sends).not.toContain(1);
  expect(sends).not.toContain(2);
  expect(sends).toHaveLength(7);
  expect(remembered.parts).toEqual([]);
});

test("however often the connection breaks and the tab is killed, no acknowledged part is sent twice and all are stored", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 400 }),
      fc.array(fc.boolean(), { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 4 }),
      async (bytes, cuts, kills) => {
        const fate = [...cuts];
        let breaks = 0;
        const net = world(() => {
          const cut = fate.shift() === true;
          if (cut) breaks += 1;
          return cut;
        });
        const remembered = memory();
        for (const after of kills) {
          const tab = new AbortController();
          let calls = 0;
          const transport: PartTransport = {
            ask: (...input) => (++calls >= after && tab.abort(), net.transport.ask(...input)),
            put: (...input) => net.transport.put(...input),
          };
          await send(transport, {
            file: file(bytes),
            landed: [...net.said],
            remembered,
            signal: tab.signal,
          }).end.catch(() => "killed");
        }
        expect(await send(net.transport, { file: file(bytes), landed: [...net.said], remembered }).end).toBe("sent");
        const count = Math.ceil(bytes / PART);
        expect(net.stored.size).toBe(count);
        expect([...net.acknowledged.values()].every((times) => times === 1)).toBe(true);
        expect(net.sends.length - count).toBeLessThanOrEqual((breaks + kills.length) * UPLOAD_PARTS_IN_FLIGHT);
      },
    ),
    { numRuns: 150 },
  );
});

test("an upload of four hundred parts leaves no listeners: their number does not grow with the parts, and is zero at the end", async () => {
  let calls = 0;
  const net = world(() => ++calls % 7 === 0);
  const tab = new AbortController();
  const [mostInside, mostOutside] = [new Set<number>(), new Set<number>()];
  const transport: PartTransport = {
    ask: (said, signal) => {
      mostInside.add(getEventListeners(signal, "abort").length);
      mostOutside.add(getEventListeners(tab.signal, "abort").length);
      return net.transport.ask(said, signal);
    },
    put: (...input) => net.transport.put(...input),
  };
  expect(await send(transport, { file: file(400 * PART), signal: tab.signal }).end).toBe("sent");
  expect(net.stored.size).toBe(400);
  expect(Math.max(...mostInside)).toBeLessThanOrEqual(UPLOAD_PARTS_IN_FLIGHT);
  expect(Math.max(...mostOutside)).toBe(1);
  expect(getEventListeners(tab.signal, "abort")).toEqual([]);
});

test("a broken connection is reported once, and so is its return", async () => {
  let fails = 3;
  const { transport } = world((call) => call === "put-before" && fails-- > 0);
  const { end, events } = send(transport, { file: file(10) });
  await end;
  expect(events.filter(({ type }) => type !== "progressed")).toEqual([{ type: "interrupted" }, { type: "went-on" }]);
});

test("waits between attempts grow, are half random, and never exceed half a minute", async () => {
  let fails = 8;
  const waits: number[] = [];
  const { transport } = world((call) => call === "ask" && fails-- > 0);
  const rest = async (ms: number) => void waits.push(ms);
  await send(transport, { file: file(10), around: around({ rest }) }).end;
  expect(waits).toEqual([750, 1500, 3000, 6000, 12000, 22500, 22500, 22500]);
});

test.each<[string, Partial<PartTransport>, string]>([
  ["nobody is signed in any more", { ask: async () => ({ ok: false, status: 401 }) }, "signed-out"],
  ["the upload was given up elsewhere", { ask: async () => ({ ok: false, status: 404 }) }, "gone"],
  ["the store has forgotten it", { put: async () => ({ status: 404, etag: null }) }, "gone"],
  ["the store refuses a part for good", { put: async () => ({ status: 400, etag: null }) }, "refused"],
  ["a store tells no name of a part", { put: async () => ({ status: 200, etag: null }) }, "refused"],
])("it ends with a word where %s", async (_name, over, expected) => {
  const { transport } = world();
  expect(await send({ ...transport, ...over }).end).toBe(expected);
});

test("an expired signature is renewed for the next attempt", async () => {
  const { transport, sends } = world();
  let expired = true;
  const put: PartTransport["put"] = async (...input) => {
    if (!expired) return transport.put(...input);
    expired = false;
    return { status: 403, etag: null };
  };
  expect(await send({ ...transport, put }, { file: file(10) }).end).toBe("sent");
  expect(sends).toEqual([1]);
});

test("a file that was changed after it was chosen is reported", async () => {
  const { transport } = world();
  const gone = { ...file(95), slice: () => ({ arrayBuffer: () => Promise.reject(new Error("NotReadableError")) }) };
  expect(await send(transport, { file: gone }).end).toBe("file-changed");
  const shorter = { ...file(95), slice: (start: number) => file(90).slice(start, start + 3) };
  expect(await send(transport, { file: shorter }).end).toBe("file-changed");
});

/** Largest number of concurrent parts on a connection of this many bytes per ms that all parts share. */
async function mostAtOnce(bytesPerMs: number, breaks: number): Promise<number> {
  const gate = createPartsInFlight();
  const signal = new AbortController().signal;
  let [underWay, most] = [0, 0];
  const part = async (tookMs: (width: number) => number) => {
    const leave = await gate.enter(signal);
    underWay += 1;
    most = Math.max(most, underWay);
    // Parts that share the connection begin and end together.
    await new Promise(setImmediate);
    const took = tookMs(underWay);
    await new Promise(setImmediate);
    gate.landed(took);
    underWay -= 1;
    leave();
  };
  for (let each = 0; each < breaks; each += 1) gate.broke();
  const worker = async () => {
    for (let each = 0; each < 10; each += 1) await part((width) => (width * UPLOAD_PART_BYTES) / bytesPerMs);
  };
  await Promise.all(Array.from({ length: UPLOAD_PARTS_IN_FLIGHT }, worker));
  return most;
}

test.each([
  ["0.5 MB/s", 500, 0, 2],
  ["2.5 MB/s: two take 7 s", 2500, 0, 2],
  ["2.5 MB/s, and it broke", 2500, 2, 2],
  ["0.5 MB/s, and it broke twice", 500, 2, 1],
  ["25 MB/s", 25_000, 0, UPLOAD_PARTS_IN_FLIGHT],
  ["25 MB/s, and it broke", 25_000, 4, UPLOAD_PARTS_IN_FLIGHT],
])("concurrent parts follow the speed of the connection: %s", async (_name, bytesPerMs, breaks, expected) => {
  expect(await mostAtOnce(bytesPerMs, breaks)).toBe(expected);
});

test("a break reduces the number of concurrent parts; a cancelled wait takes no turn", async () => {
  const gate = createPartsInFlight();
  const signal = new AbortController().signal;
  const first = await gate.enter(signal);
  const second = await gate.enter(signal);
  const cancelled = new AbortController();
  const third = gate.enter(cancelled.signal);
  gate.broke();
  gate.broke();
  const entered: string[] = [];
  const fourth = gate.enter(signal).then((leave) => (entered.push("fourth"), leave));
  cancelled.abort();
  await expect(third).rejects.toThrow(/abort/);
  first();
  await Promise.resolve();
  expect(entered).toEqual([]);
  second();
  await fourth;
  expect(entered).toEqual(["fourth"]);
});

test("nothing is sent while paused; parts in flight are aborted and sent after the pause", async () => {
  const { transport, acknowledged } = world();
  const pause = new AbortController();
  let goOn = () => {};
  const paused = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let isPaused = false;
  const put: PartTransport["put"] = (input, signal) => {
    if (acknowledged.size < 4 || isPaused) return transport.put(input, signal);
    isPaused = true;
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
      pause.abort();
      setTimeout(goOn);
    });
  };
  const pausing = () => (isPaused ? new AbortController().signal : pause.signal);
  const { end, events } = send(
    { ...transport, put },
    {
      around: around({ pausing, unpaused: () => (isPaused ? paused : Promise.resolve()) }),
    },
  );
  expect(await end).toBe("sent");
  expect([...acknowledged.values()].every((times) => times === 1)).toBe(true);
  expect(events.some(({ type }) => type === "interrupted")).toBe(false);
});

test("remembered parts survive, and unreadable ones count as none", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const parts = rememberedParts(storage, "m1");
  parts.write([{ number: 3, etag: "e" }]);
  expect(rememberedParts(storage, "m1").read()).toEqual([{ number: 3, etag: "e" }]);
  expect(rememberedParts(storage, "m2").read()).toEqual([]);
  parts.write([]);
  expect(kept.size).toBe(0);
  kept.set("acta.parts.m1", "{broken");
  expect(parts.read()).toEqual([]);
});

test("a file is identified by name, time and its two ends; its middle does not have to be read", async () => {
  const [one, same] = [await identifyFile(file(300_000)), await identifyFile(file(300_000))];
  expect(one).toEqual(same);
  expect(one).toMatchObject({ fileName: "board.mp4", fileModifiedAt: 1000 });
  expect((await identifyFile(file(300_001))).fileDigest).not.toBe(one.fileDigest);
});
