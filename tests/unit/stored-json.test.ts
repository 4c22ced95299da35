import { expect, test } from "vitest";
import { newCall } from "#app/domain/call/call-state.ts";
import { newUpload } from "#app/domain/meeting/states.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { STORED_CALL_DETAILS, STORED_CALL_STATE } from "#workers/call/call-rows.ts";
import { storedJson } from "#workers/durable/stored-json.ts";
import { STORED_DETAILS, STORED_STATE } from "#workers/meeting/store/stored-texts.ts";

type Name = { first: string; last: string };
const NAMES = storedJson<Name>("name", [
  ({ name, ...rest }) => ({ ...rest, full: name }),
  ({ full, ...rest }) => {
    const [first = "", last = ""] = String(full).split(" ");
    return { ...rest, first, last };
  },
]);

test.each([
  { stored: { name: "Nora Vila" }, name: "JSON without a version" },
  { stored: { version: 1, name: "Nora Vila" }, name: "version 1" },
  { stored: { version: 2, full: "Nora Vila" }, name: "version 2" },
  { stored: { version: 3, first: "Nora", last: "Vila" }, name: "the newest version" },
])("upgrades $name to the newest shape", ({ stored }) => {
  expect(NAMES.read(JSON.stringify(stored))).toEqual({ first: "Nora", last: "Vila" });
});

test("writes the newest version beside the fields", () => {
  expect(JSON.parse(NAMES.write({ first: "Nora", last: "Vila" }))).toEqual({ version: 3, first: "Nora", last: "Vila" });
});

test("refuses what newer code has stored", () => {
  expect(() => NAMES.read('{"version":4}')).toThrow("name of version 4, this code knows 3");
});

test("meetings and calls are read as they were written", () => {
  const state = newUpload(7);
  expect(STORED_STATE.read(STORED_STATE.write(state))).toEqual(state);
  expect(STORED_STATE.read(JSON.stringify(state))).toEqual(state);
  const details = { title: "Rooms", startsAt: 1, timeZone: "UTC", language: "en", template: BASIC_SYSTEM } as const;
  expect(STORED_DETAILS.read(STORED_DETAILS.write(details))).toEqual(details);
  const call = newCall(9, 7, 2);
  expect(STORED_CALL_STATE.read(STORED_CALL_STATE.write(call))).toEqual(call);
});

test("a call that was stored before its person had a name for others has none", () => {
  const before = { ownerFirstName: "Nora", language: "en", url: "https://meet.jit.si/Seminar", platform: "jitsi" };
  expect(STORED_CALL_DETAILS.read(JSON.stringify(before))).toEqual({ ...before, asker: null });
  const asker = { name: "Nora Vila", email: "nora@acta.example" };
  expect(STORED_CALL_DETAILS.read(JSON.stringify({ ...before, asker }))).toEqual({ ...before, asker });
});
