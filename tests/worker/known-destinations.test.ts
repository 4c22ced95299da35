import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { newMeetId, newUserId } from "#app/domain/ids.ts";
import type { MayHave } from "#app/server/ports/event-consumer.ts";
import { knownDestinations } from "#workers/workspace/deliveries/known-destinations.ts";
import { saveEvents } from "#workers/workspace/store.ts";

const NONE = { webhooks: false, connections: false, series: false, teams: false };
const eventOf = (id: number) => ({ id, kind: "status-changed", at: 1 }) as const;

/** Runs in the storage of an object that has stored the first events of a meeting. */
const inObject = (use: (storage: DurableObjectStorage) => Promise<void>) =>
  runInDurableObject(env.WORKSPACES.getByName(newUserId()), (_object, { storage }) => use(storage));

test("one question answers for all events that are stored, whoever asks, and a later event asks again", () =>
  inObject(async (storage) => {
    const meetId = newMeetId();
    const other = newMeetId();
    const ask = vi.fn(async (): Promise<MayHave> => NONE);
    const { of: known } = knownDestinations(storage.sql, ask);
    saveEvents(storage, meetId, [1, 2, 3].map(eventOf));
    await Promise.all([known({ meetId, id: 1 }), known({ meetId, id: 1 })]);
    await known({ meetId, id: 3 });
    expect(ask).toHaveBeenCalledOnce();
    saveEvents(storage, meetId, [eventOf(4)]);
    await known({ meetId, id: 4 });
    expect(ask).toHaveBeenCalledTimes(2);
    await known({ meetId: other, id: 1 });
    expect(ask).toHaveBeenLastCalledWith({ meetId: other });
  }));

test("a question that failed is asked again", () =>
  inObject(async (storage) => {
    const meetId = newMeetId();
    const ask = vi.fn(async (): Promise<MayHave> => NONE).mockRejectedValueOnce(new Error("D1 did not answer"));
    const { of: known } = knownDestinations(storage.sql, ask);
    await expect(known({ meetId, id: 1 })).rejects.toThrow("D1 did not answer");
    expect(await known({ meetId, id: 1 })).toEqual(NONE);
  }));

test("an answer that came with events is noted for them and for no later one, and an older one replaces none", () =>
  inObject(async (storage) => {
    const meetId = newMeetId();
    const ask = vi.fn(async (): Promise<MayHave> => NONE);
    const { of: known, note } = knownDestinations(storage.sql, ask);
    note({ meetId, id: 3 }, { ...NONE, teams: true });
    note({ meetId, id: 2 }, NONE);
    saveEvents(storage, meetId, [1, 2, 3, 4].map(eventOf));
    expect(await known({ meetId, id: 3 })).toEqual({ ...NONE, teams: true });
    expect(ask).not.toHaveBeenCalled();
    expect(await known({ meetId, id: 4 })).toEqual(NONE);
    expect(ask).toHaveBeenCalledOnce();
  }));
