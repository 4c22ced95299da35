import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openPlaces, PLACE_ROOM, type Places } from "#workers/recorder/src/container/places.ts";
import recorderWorker from "#workers/recorder/src/container/worker.ts";

/** The places of a new object, whose clock is `clock.now`. The tables stand in the storage of an object of another class. */
async function withPlaces(work: (places: Places, clock: { now: number }) => void): Promise<void> {
  const clock = { now: 1_000_000_000_000 };
  const stub = env.WORKSPACES.get(env.WORKSPACES.newUniqueId());
  await runInDurableObject(stub, (_object, { storage }) =>
    work(
      openPlaces(storage.sql, () => clock.now),
      clock,
    ),
  );
}

const botOf = (number: number) => String(number).padStart(24, "0");

test("six bots that record sound share a container, and the next one gets another", async () => {
  await withPlaces((places) => {
    const taken = Array.from({ length: PLACE_ROOM + 1 }, (_, index) => places.take(botOf(index), false));
    expect(new Set(taken.slice(0, PLACE_ROOM)).size).toBe(1);
    expect(taken.at(-1)).not.toBe(taken[0]);
    expect(places.of(botOf(3))).toBe(taken[3]);
    expect(places.of(botOf(99))).toBe(null);
  });
});

test("two bots that record the picture fill a container, and sound goes to the fullest that has room", async () => {
  await withPlaces((places) => {
    const pictures = places.take(botOf(1), true);
    expect(places.take(botOf(2), true)).toBe(pictures);
    const third = places.take(botOf(3), true);
    expect(third).not.toBe(pictures);
    places.leave(botOf(2));
    expect(places.take(botOf(4), false)).not.toBe(null);
    expect(places.take(botOf(5), true)).not.toBe(places.of(botOf(4)));
  });
});

test("the same order twice takes room once, and an attempt after the end of its bot takes room again", async () => {
  await withPlaces((places, clock) => {
    const place = places.take(botOf(1), true);
    expect(places.take(botOf(1), true)).toBe(place);
    expect(places.take(botOf(2), true)).toBe(place);
    clock.now += 3 * 60_000;
    places.settle(place, [botOf(2)]);
    expect(places.of(botOf(1)), "its report can still be read").toBe(place);
    expect(places.take(botOf(1), true)).toBe(place);
    expect(places.take(botOf(3), true)).not.toBe(place);
  });
});

test("a container is closed when it has no bot, and never while one is on its way to it", async () => {
  await withPlaces((places, clock) => {
    const place = places.take(botOf(1), false);
    places.settle(place, []);
    expect(places.close(place), "the bot was ordered a moment ago").toBe(false);
    clock.now += 3 * 60_000;
    places.settle(place, [botOf(1)]);
    expect(places.close(place), "it runs").toBe(false);
    expect(places.take(botOf(1), false), "ordered again").toBe(place);
    places.settle(place, []);
    expect(places.close(place), "it is on its way again").toBe(false);
    clock.now += 3 * 60_000;
    places.settle(place, []);
    expect(places.close(place)).toBe(true);
    expect(places.of(botOf(1))).toBe(null);
    expect(places.take(botOf(2), false)).not.toBe(place);
  });
});

test("a stranger learns nothing and takes no room, and Acta hears that a bot is not there", async () => {
  const token = "a-token-of-the-test";
  const PLACES = { getByName: () => ({ of: () => null }) };
  const ask = (path: string, authorization: string) =>
    recorderWorker.fetch(
      new Request(`https://recorder.example${path}`, { method: "POST", headers: { Authorization: authorization } }),
      { RECORDER_TOKEN: token, PLACES } as never,
    );
  for (const wish of ["stop", "ask-again", "say"]) {
    expect((await ask(`/v1/bots/${botOf(1)}/${wish}`, "Bearer wrong")).status).toBe(401);
    expect((await ask(`/v1/bots/${botOf(1)}/${wish}`, `Bearer ${token}`)).status, wish).toBe(404);
  }
});

test("an order whose answer is lost goes to the same container again, and one that is refused to another", async () => {
  const token = "a-token-of-the-test";
  const answers: (() => Response)[] = [];
  const asked: string[] = [];
  const stub = env.WORKSPACES.get(env.WORKSPACES.newUniqueId());
  await runInDurableObject(stub, async (_object, { storage }) => {
    const places = openPlaces(storage.sql, () => 1_000_000_000_000);
    const RECORDERS = {
      getByName: (place: string) => ({
        async fetch() {
          asked.push(place);
          return answers.shift()?.() ?? Response.json({});
        },
      }),
    };
    const order = (number: number) =>
      recorderWorker.fetch(
        new Request("https://recorder.example/v1/bots", {
          method: "POST",
          headers: { Authorization: `Bearer ${token}` },
          body: JSON.stringify({ botId: botOf(number), video: true }),
        }),
        { RECORDER_TOKEN: token, PLACES: { getByName: () => places }, RECORDERS } as never,
      );
    const lost = () => {
      throw new Error("the connection was lost");
    };
    answers.push(lost);
    expect((await order(1)).status).toBe(503);
    // Others fill what would be free if the first had none.
    await order(2);
    await order(3);
    expect((await order(1)).status).toBe(200);
    expect(asked[3]).toBe(asked[0]);
    answers.push(() => Response.json({ error: "full" }, { status: 409 }));
    expect((await order(4)).status).toBe(409);
    const room = places.take(botOf(5), true);
    expect(room, "the refused one has no room").toBe(asked[4]);
  });
});
