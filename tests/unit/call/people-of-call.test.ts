import { expect, test } from "vitest";
import { newCall } from "#app/domain/meeting/states.ts";
import { PLACE } from "#tests/support/call-events.ts";
import { callViewOf } from "#workers/meeting/call/view-call.ts";

test.each(["Vera Soler", "constructor", "toString", "__proto__"])("a guest of a call may be called %s", (name) => {
  const planned = newCall(PLACE, "SCHEDULE", 1);
  if (!planned.call) throw new Error("no call");
  const people = [{ id: "p1", name, label: name, spokenMs: 0 }];
  const state = { ...planned, call: { ...planned.call, people } };
  const { call } = callViewOf(state, { kind: "owner", userId: "u" });
  expect(structuredClone(call?.people)).toEqual([{ name, label: name, spokenMs: 0 }]);
});
