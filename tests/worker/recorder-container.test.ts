import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { RecorderContainer, RecorderPlaces } from "#workers/recorder/src/container/worker.ts";

/**
 * Looks after a container: the real objects of the recorder, with a stand-in for the container itself. Their tables stand in the storage of objects
 * of another class.
 */

const TOKEN = "a-token-of-the-test";
const BOT = "b".repeat(24);
const LOOK_MS = 30_000;
/** Longer than a bot may need until it has come to its container. */
const LATER_MS = 3 * 60_000;

afterEach(() => {
  vi.restoreAllMocks();
});

/** The state of the container, and all that was done with it. */
function standInContainer() {
  const container = {
    running: false,
    load: { running: [] as string[], spooledPieces: 0 },
    answers: true,
    done: [] as string[],
    start() {
      container.running = true;
      container.done.push("start");
    },
    signal(number: number) {
      container.running = false;
      container.done.push(`signal ${number}`);
    },
    destroy() {
      container.running = false;
      container.done.push("destroy");
      return Promise.resolve();
    },
    getTcpPort: () => ({
      async fetch(request: Request) {
        expect(request.headers.get("Authorization")).toBe(`Bearer ${TOKEN}`);
        if (!container.answers) throw new Error("it hangs");
        return Response.json(container.load);
      },
    }),
  };
  return container;
}

/** A container with one bot that records sound. `look` is the object's alarm; it returns the time of the next one, in ms from now. */
async function ordered() {
  const container = standInContainer();
  const [own, all] = [env.WORKSPACES.newUniqueId(), env.WORKSPACES.newUniqueId()];
  const places = <Value>(work: (places: RecorderPlaces) => Value) =>
    runInDurableObject(env.WORKSPACES.get(all), (_object, state) => work(new RecorderPlaces(state, env as never)));
  const PLACES = {
    getByName: () => ({
      settle: (...given: Parameters<RecorderPlaces["settle"]>) => places((each) => each.settle(...given)),
    }),
  };
  const clock = { now: Date.now() };
  vi.spyOn(Date, "now").mockImplementation(() => clock.now);
  const inside = <Value>(work: (object: RecorderContainer, storage: DurableObjectStorage) => Promise<Value>) =>
    runInDurableObject(env.WORKSPACES.get(own), (_object, state) => {
      Object.defineProperty(state, "container", { value: container, configurable: true });
      return work(new RecorderContainer(state, { RECORDER_TOKEN: TOKEN, PLACES } as never), state.storage);
    });
  const place = await places((each) => each.take(BOT, false));
  const order = { method: "POST", headers: { "X-Acta-Place": place, Authorization: `Bearer ${TOKEN}` } };
  const answer = await inside((object) => object.fetch(new Request("https://recorder.example/v1/bots", order)));
  expect([answer.status, container.done]).toEqual([200, ["start"]]);
  container.load.running = [BOT];
  return {
    container,
    pass: (ms: number) => void (clock.now += ms),
    placeOfBot: () => places((each) => each.of(BOT)),
    look: () =>
      inside(async (object, storage) => {
        await object.alarm();
        const next = await storage.getAlarm();
        return { next: next === null ? null : next - clock.now, kept: (await storage.list()).size };
      }),
  };
}

test("a container is ended at the look after its last bot, when all is delivered, and is not looked after any more", async () => {
  const { container, pass, look, placeOfBot } = await ordered();
  pass(LATER_MS);
  expect((await look()).next, "its bot records").toBe(LOOK_MS);
  container.load = { running: [], spooledPieces: 2 };
  expect((await look()).next, "pieces are on their way").toBe(LOOK_MS);
  expect([container.running, container.done]).toEqual([true, ["start"]]);
  container.load.spooledPieces = 0;
  expect(await look()).toEqual({ next: null, kept: 0 });
  expect([container.running, container.done]).toEqual([false, ["start", "signal 15"]]);
  expect(await placeOfBot(), "no order takes the container any more").toBe(null);
});

test("a container without a bot waits for one that is on its way to it", async () => {
  const { container, pass, look } = await ordered();
  container.load.running = [];
  expect((await look()).next).toBe(LOOK_MS);
  expect(container.running).toBe(true);
  pass(LATER_MS);
  expect((await look()).next).toBe(null);
  expect(container.done).toEqual(["start", "signal 15"]);
});

test("a container that has stopped by itself gives back its room", async () => {
  const { container, pass, look, placeOfBot } = await ordered();
  container.running = false;
  pass(LATER_MS);
  expect(await look()).toEqual({ next: null, kept: 0 });
  expect(container.done, "nothing to end").toEqual(["start"]);
  expect(await placeOfBot()).toBe(null);
});

test("a container that does not answer is ended at the fourth look, and one that answers again is not", async () => {
  const { container, pass, look } = await ordered();
  pass(LATER_MS);
  const hang = async (looks: number) => {
    container.answers = false;
    for (let each = 0; each < looks; each += 1) await look();
    container.answers = true;
  };
  await hang(3);
  expect((await look()).next).toBe(LOOK_MS);
  await hang(3);
  expect(container.done).toEqual(["start"]);
  await hang(1);
  expect(container.done).toEqual(["start", "destroy"]);
  expect(container.running).toBe(false);
});
