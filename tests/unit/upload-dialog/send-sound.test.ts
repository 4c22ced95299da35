import fc from "fast-check";
import { expect, test } from "vitest";
import { uploadSoundPayload } from "#app/contracts/recording/upload.ts";
import { SOUND_WINDOWS_IN_FLIGHT } from "#app/domain/limits/media.ts";
import type { Around } from "#app/features/upload/parts/send-parts.ts";
import {
  sendSound,
  type SoundEvent,
  type SoundInput,
  type SoundTransport,
} from "#app/features/upload/sound/send-sound.ts";

const SHA = `${"A".repeat(43)}=`;
const BYTES = 10;

const around = (over: Partial<Around> = {}): Around => ({
  rest: () => Promise.resolve(),
  random: () => 0.5,
  unpaused: () => Promise.resolve(),
  pausing: () => new AbortController().signal,
  ...over,
});

/** A recording of `count` windows that records which of them were cut. */
function recording(count: number) {
  const windows = Array.from({ length: count }, (_, index) => ({
    startMs: index * 1000,
    endMs: (index + 1) * 1000,
    audioStartMs: index * 1000,
    audioEndMs: (index + 1) * 1000,
  }));
  const cuts: number[] = [];
  const sound: SoundInput["sound"] = {
    plan: { durationMs: count * 1000, ext: "m4a", windows },
    bytes: windows.map(() => BYTES),
    async cut(index) {
      cuts.push(index);
      return { audio: new ArrayBuffer(BYTES), said: { index, bytes: BYTES, sha256: SHA, silences: [] } };
    },
  };
  return { sound, cuts };
}

/** A server and a store behind a connection. `fails` decides for each call. The server accepts only windows that are stored. */
function world(fails: (call: "ask-before" | "ask-after" | "put-before" | "put-after") => boolean = () => false) {
  const stored = new Set<number>();
  const landed = new Set<number>();
  const sends: number[] = [];
  /** Windows that were sent although an answer had listed them. */
  const again: number[] = [];
  const told = new Set<number>();
  let planned = false;
  const transport: SoundTransport = {
    async ask(said) {
      uploadSoundPayload.parse({ meetId: "a".repeat(24), ...said });
      if (fails("ask-before")) throw new TypeError("network");
      planned ||= said.plan !== undefined;
      if (!planned) return { ok: false, status: 409 };
      for (const index of said.landed) if (stored.has(index)) landed.add(index);
      for (const { index } of said.wanted) if (stored.has(index)) landed.add(index);
      const places = said.wanted
        .filter(({ index }) => !landed.has(index))
        .map(({ index }) => ({ index, url: `https://store.test/${index}`, headers: {} }));
      if (fails("ask-after")) throw new TypeError("network");
      for (const index of landed) told.add(index);
      return { ok: true, value: { landed: [...landed], places } };
    },
    async put({ place: { index }, bytes, onSent }) {
      if (told.has(index)) again.push(index);
      sends.push(index);
      onSent(bytes.byteLength / 2);
      if (fails("put-before")) throw new TypeError("network");
      const status = stored.has(index) ? 412 : 200;
      stored.add(index);
      if (fails("put-after")) throw new TypeError("network");
      return status;
    },
  };
  return { transport, stored, landed, sends, again };
}

function send(transport: SoundTransport, sound: SoundInput["sound"], over: Partial<SoundInput> = {}) {
  const events: SoundEvent[] = [];
  const end = sendSound({
    sound,
    transport,
    around: around(),
    signal: new AbortController().signal,
    report: (event) => void events.push(event),
    ...over,
  });
  return { end, events };
}

test("the windows go in order, each cut once, and all are reported as stored", async () => {
  const { transport, landed, sends } = world();
  const { sound, cuts } = recording(5);
  const { end, events } = send(transport, sound);
  expect(await end).toBe("in");
  expect(sends).toEqual([0, 1, 2, 3, 4]);
  expect(cuts).toEqual([0, 1, 2, 3, 4]);
  expect(landed.size).toBe(5);
  expect(events.at(-1)).toEqual({ type: "progressed", sentBytes: 50 });
});

test("the plan is sent first, before anything is cut", async () => {
  const { transport } = world();
  const { sound, cuts } = recording(1);
  const said: unknown[] = [];
  const ask: SoundTransport["ask"] = (...input) => {
    said.push([Object.keys(input[0]).includes("plan"), input[0].wanted.length, input[0].landed, cuts.length]);
    return transport.ask(...input);
  };
  await send({ ...transport, ask }, sound).end;
  expect(said).toEqual([
    [true, 0, [], 0],
    [false, 1, [], 1],
    [false, 0, [0], 1],
  ]);
});

test("stored windows are neither cut nor sent again", async () => {
  const { transport, stored, landed, sends } = world();
  for (const index of [0, 3]) {
    stored.add(index);
    landed.add(index);
  }
  const { sound, cuts } = recording(5);
  const { end, events } = send(transport, sound);
  expect(await end).toBe("in");
  expect(cuts).toEqual([1, 2, 4]);
  expect(sends).toEqual([1, 2, 4]);
  expect(events[0]).toEqual({ type: "progressed", sentBytes: 20 });
});

test("however the connection breaks and the tab is killed, no stored window is sent again, and at most two are in memory", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.boolean(), { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 4 }),
      async (count, cuts, kills) => {
        const fate = [...cuts];
        let breaks = 0;
        const net = world(() => {
          const cut = fate.shift() === true;
          if (cut) breaks += 1;
          return cut;
        });
        for (const after of kills) {
          const tab = new AbortController();
          let calls = 0;
          const ask: SoundTransport["ask"] = (...input) => (
            ++calls >= after && tab.abort(), net.transport.ask(...input)
          );
          const { sound } = recording(count);
          await send({ ...net.transport, ask }, sound, { signal: tab.signal }).end.catch(() => "killed");
        }
        const { sound } = recording(count);
        /** At each cut: the number of windows up to it that the server does not have. */
        const alive: number[] = [];
        const cut: typeof sound.cut = (index) => {
          alive.push(index + 1 - net.landed.size);
          return sound.cut(index);
        };
        const end = await send(net.transport, { ...sound, cut }).end;
        expect(net.again).toEqual([]);
        // A connection that broke so often at one window that the sound was given up does not fail the upload.
        expect(end === "given-up" || net.landed.size === count).toBe(true);
        expect(Math.max(0, ...alive)).toBeLessThanOrEqual(SOUND_WINDOWS_IN_FLIGHT);
        expect(net.sends.length).toBeLessThanOrEqual(count + (breaks + kills.length) * SOUND_WINDOWS_IN_FLIGHT);
      },
    ),
    { numRuns: 150 },
  );
});

test.each([400, 401, 404, 409, 422])(
  "a server that answers %i is not asked again: the upload continues without the sound",
  async (status) => {
    let asked = 0;
    const { transport } = world();
    const ask: SoundTransport["ask"] = async () => (asked++, { ok: false, status });
    const { sound, cuts } = recording(3);
    expect(await send({ ...transport, ask }, sound).end).toBe("given-up");
    expect([asked, cuts.length]).toEqual([1, 0]);
  },
);

test("a server that stays down, and a store that accepts nothing, are given up after a few tries", async () => {
  const { transport } = world();
  const down: SoundTransport = { ...transport, ask: async () => ({ ok: false, status: 503 }) };
  expect(await send(down, recording(2).sound).end).toBe("given-up");
  let puts = 0;
  const full: SoundTransport = { ...world().transport, put: async () => (puts++, 403) };
  expect(await send(full, recording(1).sound).end).toBe("given-up");
  expect(puts).toBe(6);
});

test("a server that was told of a window but does not have it gets it again", async () => {
  const net = world();
  let lost = true;
  const put: SoundTransport["put"] = async (...input) => {
    if (!lost) return net.transport.put(...input);
    lost = false;
    return 200;
  };
  expect(await send({ ...net.transport, put }, recording(1).sound).end).toBe("in");
  expect(net.sends).toEqual([0]);
});

test("a file that can no longer be read ends the sound, not the upload", async () => {
  const { sound } = recording(3);
  const cut = () => Promise.reject(new Error("changed"));
  expect(await send(world().transport, { ...sound, cut }).end).toBe("given-up");
});

test("a connection that is down is retried without a limit, and reported once", async () => {
  let down = 20;
  const waits: number[] = [];
  const net = world((call) => call === "ask-before" && down-- > 0);
  const rest = async (ms: number) => void waits.push(ms);
  const { end, events } = send(net.transport, recording(1).sound, { around: around({ rest }) });
  expect(await end).toBe("in");
  expect(waits).toHaveLength(20);
  expect(waits.slice(0, 6)).toEqual([750, 1500, 3000, 6000, 12000, 22500]);
  expect(events.filter(({ type }) => type !== "progressed")).toEqual([{ type: "interrupted" }, { type: "went-on" }]);
});

test("a cancelled sound ends with its abort error", async () => {
  const tab = new AbortController();
  tab.abort();
  await expect(send(world().transport, recording(2).sound, { signal: tab.signal }).end).rejects.toThrow("aborted");
});

test("nothing is sent while paused; a window in flight is aborted and sent after the pause", async () => {
  const net = world();
  const pause = new AbortController();
  let goOn = () => {};
  const paused = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let isPaused = false;
  const put: SoundTransport["put"] = (input, signal) => {
    if (net.stored.size < 1 || isPaused) return net.transport.put(input, signal);
    isPaused = true;
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
      pause.abort();
      setTimeout(goOn);
    });
  };
  const pausing = () => (isPaused ? new AbortController().signal : pause.signal);
  const { end, events } = send({ ...net.transport, put }, recording(4).sound, {
    around: around({ pausing, unpaused: () => (isPaused ? paused : Promise.resolve()) }),
  });
  expect(await end).toBe("in");
  expect(net.again).toEqual([]);
  expect(events.some(({ type }) => type === "interrupted")).toBe(false);
});
