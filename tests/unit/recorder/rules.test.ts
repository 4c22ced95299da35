import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BotLimits, PageState } from "#app/contracts/recording/recorder.ts";
import { CALL_ASKS_AGAIN_MAX, CALL_ASK_AGAIN_MS } from "#app/domain/limits/calls.ts";
import { askAgainWish } from "#workers/recorder/src/bot/come-in.ts";
import { endingSignal, judgeQuiet, judgeSpeakersGone, mayHoldSpeaker } from "#workers/recorder/src/bot/ending.ts";
import { lobbyBudgetMs, shouldReopen, waitInLobby } from "#workers/recorder/src/bot/lobby.ts";
import { judgeAge } from "#workers/recorder/src/bot/record-visit.ts";
import { isLate } from "#workers/recorder/src/bot/watch-visit.ts";
import { isBotName } from "#workers/recorder/src/platforms/bot-names.ts";
import type { MeetingSession } from "#workers/recorder/src/platforms/platform-adapter.ts";
import { type Company, judgeCompany, look, noCompany, type Seen } from "#workers/recorder/src/rules/company.ts";

const MINUTE = 60_000;
const limits: BotLimits = {
  lobbyMs: 15 * MINUTE,
  hostAbsentMs: 10 * MINUTE,
  nobodyMs: 10 * MINUTE,
  aloneMs: MINUTE,
  onlyBotsMs: 10 * MINUTE,
  maximumMs: 240 * MINUTE,
  warnBeforeMs: 10 * MINUTE,
};
const NOBODY: Seen = { count: 0, people: [] };
const IRIA: Seen = { count: 1, people: [{ bot: false }] };
const BOTS: Seen = { count: 2, people: [{ bot: true }, { bot: true }] };
const LOOK_MS = 1_000;

/** Looks once per second. Returns the end and its second when the rule fires, or null. */
function firesAt(seen: (second: number) => Seen, seconds: number, loud: (second: number) => boolean = () => false) {
  let company: Company = noCompany(0);
  let loudAt = 0;
  for (let second = 0; second <= seconds; second += 1) {
    const now = second * LOOK_MS;
    if (loud(second)) loudAt = Math.max(now, 1);
    company = look(company, seen(second), loudAt, now);
    const end = judgeCompany(company, limits);
    if (end) return { end, second };
  }
  return null;
}

describe("aloneness", () => {
  test("alone for 60 s after others were there", () => {
    expect(firesAt((second) => (second < 100 ? IRIA : NOBODY), 400)).toEqual({ end: "left-alone", second: 160 });
  });

  test("a person who comes back within the minute restarts it", () => {
    const seen = (second: number) => (second < 10 || second === 60 ? IRIA : NOBODY);
    expect(firesAt(seen, 400)).toEqual({ end: "left-alone", second: 121 });
  });

  test("alone for ten minutes from the start", () => {
    expect(firesAt(() => NOBODY, 700)).toEqual({ end: "nobody-came", second: 600 });
  });

  test("other bots do not end the waiting for the first person, and none of them is one", () => {
    const waits = (second: number) => (second % 200 < 100 ? BOTS : NOBODY);
    const end = firesAt(waits, 700);
    // The time of each change from bots to nobody does not count.
    expect(end).toEqual({ end: "nobody-came", second: 606 });
    const longer = { ...limits, nobodyMs: 30 * MINUTE };
    const company: Company = { ...noCompany(0), onlyBotsMs: 20 * MINUTE, last: "only-bots" };
    expect(judgeCompany(company, longer)).toBeNull();
  });

  test("a bot stays with its people while a colleague's bot knocks, is let in and leaves", () => {
    const joined: Seen = { count: 2, people: [{ bot: false }, { bot: isBotName("Acta · notes for Bram") }] };
    expect(firesAt((second) => (second > 60 && second < 3_000 ? joined : IRIA), 3_600)).toBeNull();
  });

  test("only bots for ten minutes", () => {
    expect(firesAt((second) => (second < 30 ? IRIA : BOTS), 900)).toEqual({ end: "only-bots", second: 630 });
  });

  test("a bot by name that speaks is company", () => {
    expect(
      firesAt(
        () => BOTS,
        3_000,
        (second) => second % 120 === 0,
      ),
    ).toBeNull();
  });

  test("a missing number of people is unknown: the clock stops while it is missing", () => {
    expect(firesAt((second) => (second < 10 ? IRIA : null), 10_000)).toBeNull();
    const gone = (second: number) => (second < 10 ? IRIA : second < 40 ? NOBODY : second < 400 ? null : NOBODY);
    // 29 s before the list was missing, and 31 s after it.
    expect(firesAt(gone, 1_000)).toEqual({ end: "left-alone", second: 431 });
  });

  test("an empty list without a number is unknown too", () => {
    expect(firesAt((second) => (second < 10 ? IRIA : { count: null, people: [] }), 10_000)).toBeNull();
  });

  test("a number above the length of the list means people who are not shown", () => {
    expect(firesAt((second) => (second < 10 ? IRIA : { count: 3, people: [{ bot: true }] }), 10_000)).toBeNull();
  });

  test("a process that slept for an hour has not seen the meeting empty for an hour", () => {
    const met = look(noCompany(0), IRIA, 0, 0);
    const alone = look(met, NOBODY, 0, 1_000);
    expect(judgeCompany(look(alone, NOBODY, 0, 3_600_000), limits)).toBeNull();
  });
});

describe("for any looks, aloneness", () => {
  const anySeen = fc.oneof(
    fc.constant(null),
    fc.record({
      count: fc.option(fc.nat(4)),
      people: fc.array(fc.record({ bot: fc.boolean() }), { maxLength: 4 }),
    }),
  );
  const anyLook = fc.record({ seen: anySeen, loud: fc.boolean(), afterMs: fc.integer({ min: 0, max: 20_000 }) });

  test("never fires while somebody speaks", () => {
    const property = fc.property(fc.array(anyLook, { maxLength: 400 }), (looks) => {
      let company = noCompany(0);
      let now = 0;
      for (const { seen, afterMs } of looks) {
        now += afterMs;
        company = look(company, seen, now === 0 ? 1 : now, now);
        if (judgeCompany(company, { ...limits, aloneMs: 0, nobodyMs: 0, onlyBotsMs: 0 })) return false;
      }
      return true;
    });
    expect(() => fc.assert(property)).not.toThrow();
  });

  test("fires only on a look that shows nobody, or only bots, and never before its time", () => {
    const property = fc.property(fc.array(anyLook, { maxLength: 400 }), (looks) => {
      let company = noCompany(0);
      let now = 0;
      let loudAt = 0;
      let companyAt = 0;
      for (const { seen, loud, afterMs } of looks) {
        now += afterMs;
        if (loud) loudAt = now;
        company = look(company, seen, loudAt, now);
        const bots = seen?.people.filter((person) => person.bot).length ?? 0;
        const others = seen ? Math.max(seen.count ?? 0, seen.people.length) - bots : 0;
        if (loud || others > 0) companyAt = now;
        const end = judgeCompany(company, limits);
        const early = end === "left-alone" ? limits.aloneMs : limits.nobodyMs;
        if (end && (seen === null || others > 0 || now - companyAt < early)) return false;
      }
      return true;
    });
    expect(() => fc.assert(property, { numRuns: 500 })).not.toThrow();
  });
});

test.each([
  { minutes: 229, said: "in-time" },
  { minutes: 230, said: "near" },
  { minutes: 239, said: "near" },
  { minutes: 240, said: "over" },
])("at $minutes minutes the longest time is $said", ({ minutes, said }) => {
  expect(judgeAge(minutes * MINUTE, limits)).toBe(said);
});

test.each([
  { name: "twenty minutes old, silent for fifteen, nobody known", now: 20, loud: 5, people: 5, quiet: true },
  { name: "a meeting that has not begun", now: 19, loud: 0, people: 0, quiet: false },
  { name: "silent for less than fifteen", now: 60, loud: 46, people: 0, quiet: false },
  { name: "a long break with people in the room", now: 120, loud: 60, people: 120, quiet: false },
  { name: "still waiting for the first person", now: 29, loud: 0, people: 0, waits: 30, quiet: false },
])("silence: $name", ({ now, loud, people, waits = 0, quiet }) => {
  const heard = {
    now: now * MINUTE,
    admittedAt: 0,
    loudAt: loud * MINUTE,
    waitMs: waits * MINUTE,
    peopleAt: people * MINUTE,
  };
  expect(judgeQuiet(heard)).toBe(quiet);
});

test.each([
  { name: "ten minutes after the last speaker has left", now: 90, loud: 80, spoken: 79, isOver: true },
  { name: "a moment before", now: 90, loud: 80.1, spoken: 79, isOver: false },
  { name: "a long break with a speaker in the room", now: 90, loud: 20, spoken: 90, isOver: false },
  { name: "a meeting that begins late", now: 19, loud: 0, spoken: 0, isOver: false },
])("speakers gone: $name", ({ now, loud, spoken, isOver }) => {
  const heard = { now: now * MINUTE, admittedAt: 0, loudAt: loud * MINUTE, waitMs: 0, spokenAt: spoken * MINUTE };
  expect(judgeSpeakersGone(heard)).toBe(isOver);
});

test("a program that no list knows is told from people because it never spoke", () => {
  const roster = (...ids: string[]) => ({ count: ids.length, people: ids.map((id) => ({ id })) });
  const spoke = new Set(["iria"]);
  expect(mayHoldSpeaker(roster("iria", "notes"), spoke, 1)).toBe(true);
  expect(mayHoldSpeaker(roster("notes"), spoke, 1)).toBe(false);
  // Nothing was ever audible, so that nobody spoke.
  expect(mayHoldSpeaker(roster("notes"), new Set(), 0)).toBe(false);
  // Not known: the page marks nobody, lists nobody, or not all.
  expect(mayHoldSpeaker(roster("notes"), new Set(), 1)).toBe(true);
  expect(mayHoldSpeaker(null, spoke, 0)).toBe(true);
  expect(mayHoldSpeaker({ ...roster("notes"), count: 4 }, spoke, 0)).toBe(true);
});

test("the bot waits ten minutes in the lobby of Meet, elsewhere as long as the order says", () => {
  expect(lobbyBudgetMs("meet", limits)).toBe(10 * MINUTE);
  expect(lobbyBudgetMs("meet", { lobbyMs: 5 * MINUTE })).toBe(5 * MINUTE);
  for (const platform of ["teams", "zoom", "jitsi", "local"] as const) {
    expect(lobbyBudgetMs(platform, limits)).toBe(15 * MINUTE);
  }
});

test("the lobby reopens its page until the host has come", async () => {
  const says: PageState[] = ["host-absent", "host-absent", "host-absent", "admitted", "admitted"];
  let opened = 0;
  let looks = 0;
  const session: MeetingSession = {
    open: async () => {
      opened += 1;
    },
    knock: async () => {},
    state: async () => says[Math.min(looks++, says.length - 1)] ?? "unknown",
    people: async () => null,
    speaking: async () => null,
    owners: async () => [],
    say: async () => false,
    newChatLines: async () => [],
    leave: async () => false,
  };
  let time = 0;
  const now = () => {
    time += 4_000;
    return time;
  };
  const lobby = { session, limits, over: endingSignal(), now, tell: () => {}, crashed: () => false };
  expect(await waitInLobby({ ...lobby, staysHostAbsent: true })).toBe("admitted");
  expect(opened).toBe(1);
});

test("only a page that does not notice the host is reopened, after 15 s", () => {
  expect(shouldReopen("host-absent", true, 0, 15_000)).toBe(true);
  expect(shouldReopen("host-absent", true, 0, 14_999)).toBe(false);
  expect(shouldReopen("host-absent", false, 0, 60_000)).toBe(false);
  expect(shouldReopen("waiting", true, 0, 60_000)).toBe(false);
});

test("a repeated admission request needs the lobby and a minute since the last one, and is granted five times", () => {
  const wish = askAgainWish();
  expect(wish.isDue("waiting", 0, CALL_ASK_AGAIN_MS)).toBe(false);
  wish.ask();
  expect(wish.isDue("unknown", null, CALL_ASK_AGAIN_MS)).toBe(false);
  expect(wish.isDue("waiting", 0, CALL_ASK_AGAIN_MS)).toBe(true);
  expect(wish.isDue("waiting", 0, CALL_ASK_AGAIN_MS)).toBe(false);
  wish.ask();
  expect(wish.isDue("waiting", 1, CALL_ASK_AGAIN_MS)).toBe(false);
  // Dropped, not kept for later.
  expect(wish.isDue("waiting", 1, CALL_ASK_AGAIN_MS + 1)).toBe(false);
  for (let time = 2; time <= CALL_ASKS_AGAIN_MAX + 1; time += 1) {
    wish.ask();
    expect(wish.isDue("nobody-answered", null, 0)).toBe(time <= CALL_ASKS_AGAIN_MAX);
  }
});

describe("a capture without a piece", () => {
  /** Looks at these seconds after the last piece, and says at which the capture counts as dead. */
  const lateAt = (...seconds: number[]) => {
    const last = { at: 0, looks: 0 };
    return seconds.filter((second) => isLate(last, second * LOOK_MS, 8_000));
  };

  test("counts as dead after eight seconds and four looks", () => {
    expect(lateAt(1, 2, 3, 4, 5, 6, 7, 8, 9)).toEqual([9]);
  });

  test("is waited for when the bot itself had no processor, and looks for the first time after half a minute or less", () => {
    expect(lateAt(20, 21, 22, 23)).toEqual([23]);
    expect(lateAt(1, 29)).toEqual([]);
  });

  test("is not waited for longer than half a minute, even if the page hardly answers", () => {
    expect(lateAt(15, 31)).toEqual([31]);
  });
});
