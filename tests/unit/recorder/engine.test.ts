import fc from "fast-check";
import { expect, test } from "vitest";
import { type BotEvent, PAGE_STATES } from "#app/contracts/recording/recorder.ts";
import { isSilent } from "#workers/recorder/src/bot/ending.ts";
import { lobbyEnding } from "#workers/recorder/src/bot/lobby.ts";
import { endingAtSecondLobby } from "#workers/recorder/src/bot/run-bot.ts";
import { readFrame } from "#workers/recorder/src/platforms/local.ts";
import { readSettings } from "#workers/recorder/src/settings.ts";
import { isLoud, listen, trackCertainty } from "#workers/recorder/src/speech/report-speech.ts";
import { comparePieces, parsePieceName, pieceName } from "#workers/recorder/src/spool/bot-folder.ts";
import { lastWords } from "#workers/recorder/src/spool/finish-bot.ts";
import { backOffMs } from "#workers/recorder/src/spool/sink.ts";

test("a page in the lobby ends the visit only when its state is final, and then as a failure with its reason", () => {
  const endings = Object.fromEntries(PAGE_STATES.map((state) => [state, lobbyEnding(state)?.reason ?? null]));
  expect(endings).toEqual({
    "pre-join": null,
    waiting: null,
    "host-absent": null,
    admitted: null,
    unknown: null,
    denied: "denied",
    removed: "denied",
    "nobody-answered": "not-admitted",
    ended: "not-admitted",
    blocked: "blocked",
    "sign-in-required": "sign-in-required",
    captcha: "captcha",
    "bot-wall": "bot-wall",
    "bad-link": "bad-link",
    "browser-join-off": "browser-join-off",
  });
  for (const state of PAGE_STATES) expect(lobbyEnding(state)?.state ?? "failed").toBe("failed");
});

test.each([
  ["bad-link", "meeting-ended"],
  ["not-admitted", "meeting-ended"],
  ["denied", "removed"],
  ["sign-in-required", "recorder-lost"],
  ["join-failed", null],
] as const)("a lost meeting whose lobby then says %s was left as %s", (reason, wanted) => {
  expect(endingAtSecondLobby({ state: "failed", reason })?.reason ?? null).toBe(wanted);
  expect(endingAtSecondLobby({ state: "failed", reason })?.state ?? "left").toBe("left");
});

test.each([
  ["nothing was ever heard and people are there", { now: 26_000, loudAt: 0, toldAt: 0, others: true }, true],
  ["nothing was ever heard and nobody is there", { now: 26_000, loudAt: 0, toldAt: 0, others: false }, false],
  ["the capture is young", { now: 20_000, loudAt: 0, toldAt: 0, others: true }, false],
  ["people were heard and are quiet", { now: 600_000, loudAt: 30_000, toldAt: 30_000, others: true }, false],
  ["packets tell of speech that the mix has not", { now: 60_000, loudAt: 40_000, toldAt: 59_000, others: true }, true],
  ["they told of it long ago", { now: 90_000, loudAt: 40_000, toldAt: 59_000, others: true }, false],
])("silence: %s", (_, heard, silent) => {
  expect(isSilent({ captureSince: 1_000, ...heard })).toBe(silent);
});

test("a voice becomes stretches: short gaps are joined, a pause separates them, and long talk is reported while it lasts", () => {
  const ear = listen();
  const told = [];
  for (let at = 0; at < 20_000; at += 100) {
    const speaks = (at >= 1_000 && at < 2_000) || (at >= 2_200 && at < 3_000) || (at >= 5_000 && at < 13_000);
    told.push(...ear.sample("Alice", at, speaks ? 0.9 : 0));
  }
  expect(told.map(({ startAt, endAt }) => [startAt, endAt])).toEqual([
    [900, 2_900],
    [4_900, 10_000],
    [10_000, 12_900],
  ]);
});

test("stretches of one voice never overlap and stay within the sampled time", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 300 }), (speaks) => {
      const ear = listen();
      const told = speaks.flatMap((each, index) => ear.sample("a", 1_000 + index * 100, each ? 0.7 : 0));
      told.push(...ear.end());
      let last = 0;
      for (const { startAt, endAt, certainty } of told) {
        expect(startAt).toBeGreaterThanOrEqual(last);
        expect(endAt).toBeGreaterThan(startAt);
        expect(certainty).toBeCloseTo(0.7);
        last = endAt;
      }
      expect(last).toBeLessThanOrEqual(1_000 + speaks.length * 100 + 100);
    }),
  );
});

test("two sources give more certainty than one, and a click on the line counts as nobody", () => {
  expect(trackCertainty(0.05, 0.05)).toBeGreaterThan(trackCertainty(0.05, 0));
  expect(trackCertainty(0, 0.05)).toBe(trackCertainty(0.05, 0));
  expect(trackCertainty(0.001, 0.001)).toBe(0);
  expect(isLoud(0.003)).toBe(false);
  expect(isLoud(0.02)).toBe(true);
});

const base = { seq: 1, at: 5_000 };
const begun: BotEvent = {
  ...base,
  type: "segment-started",
  stream: "mix",
  segment: 1000,
  startedAt: 1_000,
  mimeType: "",
};

test("a killed bot's open segment is closed with its written pieces, and the bot is reported as lost", () => {
  const journal = [0, 1, 2].map((seq) => ({ stream: "mix" as const, segment: 1000, seq, at: 2_000 + seq * 1_000 }));
  expect(lastWords([begun], journal)).toEqual([
    { type: "segment-ended", stream: "mix", segment: 1000, pieces: 3, endedAt: 4_000 },
    { type: "state", state: "failed", reason: "recorder-lost" },
  ]);
});

test("a bot that reported its end needs no closing events, and a closed segment is not closed again", () => {
  const left: BotEvent = { ...base, type: "state", state: "left", reason: "stopped" };
  expect(lastWords([begun, left], [])).toEqual([]);
  const over: BotEvent = { ...base, type: "segment-ended", stream: "mix", segment: 1000, pieces: 2, endedAt: 3_000 };
  expect(lastWords([begun, over], [])).toEqual([{ type: "state", state: "failed", reason: "recorder-lost" }]);
});

test("names of pieces can be parsed, and sort sound before picture and old before new", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("mix" as const, "tab" as const),
      fc.integer({ min: 0, max: 999_999 }),
      fc.integer({ min: 0, max: 9_999_999 }),
      (stream, segment, seq) => {
        expect(parsePieceName(pieceName({ stream, segment, seq }))).toEqual({ stream, segment, seq });
      },
    ),
  );
  for (const name of ["mix-1-000001.m4s.tmp", "cam-1-000001.m4s", "mix-1-1.m4s", "../mix-1-000001.m4s"]) {
    expect(parsePieceName(name)).toBeNull();
  }
  const mixed = [
    { stream: "tab" as const, segment: 1000, seq: 0 },
    { stream: "mix" as const, segment: 1001, seq: 0 },
    { stream: "mix" as const, segment: 1000, seq: 7 },
  ];
  expect(mixed.toSorted(comparePieces).map(pieceName)).toEqual([
    "mix-1000-000007.m4s",
    "mix-1001-000000.m4s",
    "tab-1000-000000.m4s",
  ]);
});

test("the longest wait grows from a quarter of a second to five seconds", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 400].map((failures) => backOffMs(failures, 1))).toEqual([
    250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000,
  ]);
  expect(backOffMs(400, 0)).toBe(2_500);
});

test("the room's frames give the people in it and the bot's removal; anything else changes nothing", () => {
  const room = { joined: false, removed: false, destroyed: false, missing: false, people: new Map<string, string>() };
  const say = (data: object) => readFrame(room, JSON.stringify({ plugindata: { data } }));
  for (const noise of ["", "{", "[]", '{"janus":"ack"}', '{"plugindata":{"data":{"videoroom":7}}}'])
    readFrame(room, noise);
  expect(room.joined).toBe(false);
  say({ videoroom: "joined", publishers: [{ id: 1, display: "Alice" }] });
  say({ videoroom: "event", publishers: [{ id: 2, display: "Bob" }] });
  say({ videoroom: "event", unpublished: 1 });
  expect([...room.people]).toEqual([["2", "Bob"]]);
  say({ videoroom: "event", leaving: "ok", reason: "kicked" });
  expect(room).toMatchObject({ joined: true, removed: true, destroyed: false });
});

test.each(["https://meeting.example", "http://10.0.0.1:80", "http://127.0.0.1:8092/room", "http://localhost.example"])(
  "a local meeting server is on loopback and exact: %s is refused",
  (origin) => {
    const env = { RECORDER_TOKEN: "sixteen-characters", RECORDER_LOCAL_ORIGIN: origin };
    expect(() => readSettings(env)).toThrow(/RECORDER_LOCAL_ORIGIN/u);
  },
);

test("a short token is refused, and the error names the setting without its value", () => {
  expect(() => readSettings({ RECORDER_TOKEN: "too-short" })).toThrow(/^(?!.*too-short).*RECORDER_TOKEN/u);
});
