import { afterEach, expect, test, vi } from "vitest";
import { FEED_BYTES_MAX, FEED_EVENTS_MAX, FEED_OCCURRENCES_MAX } from "#app/domain/limits/calendars.ts";
import { TURN_UNITS } from "#app/domain/limits/steps.ts";
import { STRICT_LINKS } from "#app/domain/meeting/link.ts";
import { icsFeedReader } from "#app/server/adapters/calendars/ics-feed.ts";
import { icsFile, readIcsEvents } from "#app/server/adapters/calendars/ics-events.ts";
import { runInTurns } from "#app/domain/turns.ts";
import { faultOf } from "#app/server/log.ts";

/** Feeds on the network of strangers: redirects, sizes, and an address that is told to nobody. */

const SECRET = "https://calendar.example.com/private-4711/basic.ics";
const window = { from: Date.UTC(2026, 9, 20), to: Date.UTC(2026, 10, 25) };
const FILE = [
  "BEGIN:VCALENDAR",
  "BEGIN:VEVENT",
  "UID:w",
  "SUMMARY:Weekly",
  "DTSTART:20261021T090000Z",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

afterEach(() => {
  vi.restoreAllMocks();
});

/** Answers of the network by address; any other address fails the test. Returns the requests so far. */
function network(answers: Record<string, () => Response>): Request[] {
  const asked: Request[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    asked.push(request);
    const answer = answers[request.url];
    if (answer === undefined) throw new RangeError(`nobody may ask ${request.url}`);
    return answer();
  });
  return asked;
}

const to =
  (location: string, status = 302) =>
  () =>
    new Response(null, { status, headers: location === "" ? {} : { Location: location } });
const reader = icsFeedReader({ localOrigin: null, links: STRICT_LINKS });
const read = (etag: string | null = null, address = SECRET) =>
  reader.read(address, { window, etag, own: null, timeZone: "UTC", isMine: false });
const urlsOf = (asked: Request[]) => asked.map(({ url }) => url);

test.each([
  ["http", "http://calendar.example.com/a.ics"],
  ["this machine", "https://localhost/a.ics"],
  ["loopback", "https://127.0.0.1/a.ics"],
  ["a private network", "https://192.168.1.10/a.ics"],
  ["a private network in IPv6", "https://[fd00::1]/a.ics"],
  ["the metadata of a cloud", "https://169.254.169.254/latest/meta-data"],
  ["a number that is loopback", "https://0x7f000001/a.ics"],
  ["an internal name", "//metadata.google.internal/a.ics"],
  ["another port", "https://calendar.example.com:8443/a.ics"],
  ["credentials", "https://user:word@calendar.example.com/a.ics"],
  ["a file", "file:///etc/passwd"],
  ["no address", "https://"],
  ["nowhere", ""],
])("a redirect to %s is not followed", async (_where, location) => {
  for (const status of [301, 302, 303, 307, 308]) {
    const asked = network({ [SECRET]: to(location, status) });
    expect(await read()).toEqual({ ok: false, reason: "feed-address" });
    expect(urlsOf(asked)).toEqual([SECRET]);
    vi.restoreAllMocks();
  }
});

test("a chain of redirects is followed by three steps, and each step is looked at", async () => {
  const step = (at: number) => `https://host${at}.example.com/calendar.ics`;
  const chain = (steps: number, last: () => Response) => ({
    [SECRET]: to(step(1), 301),
    ...Object.fromEntries(Array.from({ length: steps - 1 }, (_each, at) => [step(at + 1), to(step(at + 2))])),
    [step(steps)]: last,
  });
  const asked = network(chain(3, () => new Response(FILE)));
  expect(await read()).toMatchObject({ ok: true, value: { events: [{ title: "Weekly" }] } });
  expect(urlsOf(asked)).toEqual([SECRET, step(1), step(2), step(3)]);
  vi.restoreAllMocks();

  const tooLong = network(chain(4, () => new Response(FILE)));
  expect(await read()).toEqual({ ok: false, reason: "feed-address" });
  expect(tooLong).toHaveLength(4);
  vi.restoreAllMocks();

  const inside = network(chain(2, to("https://10.0.0.1/a.ics")));
  expect(await read()).toEqual({ ok: false, reason: "feed-address" });
  expect(inside).toHaveLength(3);
});

test("a relative redirect stays with its host, and no request has a cookie or a referrer", async () => {
  const moved = "https://calendar.example.com/moved.ics";
  const asked = network({ [SECRET]: to("/moved.ics"), [moved]: () => new Response(FILE) });
  expect(await read()).toMatchObject({ ok: true });
  expect(urlsOf(asked)).toEqual([SECRET, moved]);
  for (const { headers } of asked) expect([...headers.keys()]).toEqual(["accept"]);
});

test("the tag of a file comes back with the next question, and an unchanged file is not read", async () => {
  const tagged = { ETag: '"7"' };
  network({ [SECRET]: () => new Response(FILE, { headers: tagged }) });
  expect(await read()).toMatchObject({ ok: true, value: { etag: '"7"' } });
  vi.restoreAllMocks();
  const asked = network({ [SECRET]: () => new Response(null, { status: 304, headers: tagged }) });
  expect(await read('"7"')).toEqual({ ok: true, value: "unchanged" });
  expect(asked[0]?.headers.get("If-None-Match")).toBe('"7"');
});

/** A body that is never held as a whole; `sent` counts what was read of it. */
function endless() {
  const chunk = new TextEncoder().encode("X-FILLER:".padEnd(64 * 1024, "x"));
  const sent = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent.bytes += chunk.byteLength;
      controller.enqueue(sent.bytes === chunk.byteLength ? new TextEncoder().encode("BEGIN:VCALENDAR\r\n") : chunk);
    },
  });
  return { body, sent };
}

test.each([
  ["with a mark, low byte first", "\ufeff", true],
  ["with a mark, high byte first", "\ufeff", false],
  ["low byte first", "", true],
  ["high byte first", "", false],
])("a file that Outlook saved as Unicode is read: %s", async (_what, mark, littleEndian) => {
  const text = mark + FILE.replace("Weekly", "Reunió 会議");
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  network({ [SECRET]: () => new Response(view.buffer) });
  expect(await read()).toMatchObject({ ok: true, value: { events: [{ title: "Reunió 会議" }], unreadable: 0 } });
});

const LATIN_1 = Uint8Array.from(FILE.replace("Weekly", "Reunió d'equip"), (letter) => letter.charCodeAt(0));
const BYTES_FOLDED = (() => {
  const bytes = [...new TextEncoder().encode(FILE.replace("Weekly", "Reunió 会議"))];
  const [first, second] = [bytes.indexOf(0xb3), bytes.lastIndexOf(0xad)];
  return Uint8Array.from(bytes.toSpliced(second, 0, 0x0a, 0x09).toSpliced(first, 0, 0x0d, 0x0a, 0x20));
})();

test.each<[what: string, bytes: Uint8Array, type: string, title: string]>([
  ["Latin-1", LATIN_1, "text/calendar", "Reunió d'equip"],
  ["Latin-1 that its server calls UTF-8", LATIN_1, "text/calendar; charset=utf-8", "Reunió d'equip"],
  ["UTF-8 that its server calls Latin-1", BYTES_FOLDED, "text/calendar; charset=iso-8859-1", "Reunió 会議"],
  [
    "Windows-1250",
    Uint8Array.from(LATIN_1, (byte) => (byte === 0xf3 ? 0xb3 : byte)),
    "text/calendar;charset=windows-1250",
    "Reunił d'equip",
  ],
  ["UTF-8 with lines that break within letters", BYTES_FOLDED, "text/calendar", "Reunió 会議"],
])("a file in %s is read, in whatever pieces it comes", async (_what, bytes, type, title) => {
  for (const size of [1, 3, 64, bytes.byteLength]) {
    const pieces = Array.from({ length: Math.ceil(bytes.byteLength / size) }, (_each, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    network({ [SECRET]: () => new Response(body, { headers: { "Content-Type": type } }) });
    expect(await read()).toMatchObject({ ok: true, value: { events: [{ title }] } });
    vi.restoreAllMocks();
  }
});

test("a file without an end is left after its limit, and says that some are missing", async () => {
  const { body, sent } = endless();
  network({ [SECRET]: () => new Response(body) });
  expect(await read()).toMatchObject({ ok: true, value: { isCut: true } });
  expect(sent.bytes).toBeGreaterThan(FEED_BYTES_MAX);
  expect(sent.bytes).toBeLessThan(FEED_BYTES_MAX + 8 * 64 * 1024);
});

test("of years of events only those near the window count as read, wherever they stand in the file", async () => {
  const past = (at: number) =>
    ["BEGIN:VEVENT", `UID:p${at}`, "DTSTART:20190101T090000Z", `DESCRIPTION:${"x".repeat(600)}`, "END:VEVENT"].join(
      "\r\n",
    );
  const events = Array.from({ length: FEED_EVENTS_MAX + 500 }, (_each, at) => past(at));
  for (const place of [0, events.length]) {
    const text = ["BEGIN:VCALENDAR", ...events.toSpliced(place, 0, LAST.join("\r\n")), "END:VCALENDAR"].join("\r\n");
    network({ [SECRET]: () => new Response(text) });
    expect(await read()).toMatchObject({ ok: true, value: { isCut: false, events: [{ title: "Last" }] } });
    vi.restoreAllMocks();
  }
});

test("a file of the largest size is read", async () => {
  const filler = `X-FILLER:${"x".repeat(60)}\r\n`;
  const rest = FEED_BYTES_MAX - FILE.length;
  const padding = filler.repeat(Math.floor(rest / filler.length));
  network({ [SECRET]: () => new Response(FILE.replace("END:VCALENDAR", `${padding}END:VCALENDAR`)) });
  expect(await read()).toMatchObject({ ok: true, value: { events: [{ title: "Weekly" }] } });
});

const LAST = ["BEGIN:VEVENT", "UID:last", "SUMMARY:Last", "DTSTART:20261021T090000Z", "END:VEVENT"];

/** Reads a file of so many events with these lines; `last` follows them. */
function readFileOf(count: number, lines: readonly string[], last: readonly string[] = []) {
  const events = Array.from({ length: count }, (_each, at) =>
    ["BEGIN:VEVENT", `UID:d${at}`, ...lines, "END:VEVENT"].join("\r\n"),
  );
  const text = ["BEGIN:VCALENDAR", ...events, ...last, "END:VCALENDAR", ""].join("\r\n");
  return readIcsEvents(text, { window, own: null, timeZone: "UTC", isMine: false, links: STRICT_LINKS });
}

test("of a file with too many occurrences a limited number is kept, and it says so", () => {
  const daily = readFileOf(200, ["DTSTART:20261001T090000Z", "RRULE:FREQ=DAILY"]);
  expect(daily?.events).toHaveLength(FEED_OCCURRENCES_MAX);
  expect(daily?.isCut).toBe(true);
  const seen = ["DTSTART:20261021T090000Z"];
  for (const [count, isCut] of [
    [FEED_OCCURRENCES_MAX, false],
    [FEED_OCCURRENCES_MAX + 1, true],
  ] as const) {
    const { events, isCut: said } = readFileOf(count, seen) ?? {};
    expect([events?.length, said]).toEqual([FEED_OCCURRENCES_MAX, isCut]);
  }
});

test("a file of as many events as may be is read, and one with more says that some are missing", () => {
  // A series may have an occurrence in the window: it is kept until it was followed.
  const ended = ["DTSTART:20200101T090000Z", "RRULE:FREQ=DAILY;COUNT=1"];
  expect(readFileOf(FEED_EVENTS_MAX - 1, ended, LAST)).toMatchObject({ isCut: false, events: [{ title: "Last" }] });
  expect(readFileOf(FEED_EVENTS_MAX, ended, LAST)).toMatchObject({ isCut: true, events: [] });
});

test("a series that goes on since the year 1 is followed, and one that takes too many steps says that some are missing", () => {
  for (const rule of [
    "FREQ=DAILY",
    "FREQ=DAILY;INTERVAL=3",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE",
    "FREQ=DAILY;COUNT=999999",
  ]) {
    const found = readFileOf(1, ["DTSTART:00010101T090000Z", `RRULE:${rule}`]);
    expect([found?.isCut, (found?.events.length ?? 0) > 4]).toEqual([false, true]);
  }
  // The days of such a rule have to be counted one by one.
  const counted = ["DTSTART:19000101T090000Z", "RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=900000"];
  expect(readFileOf(1, counted)).toMatchObject({ isCut: true, events: [] });
});

test.each([
  ["refuses", () => new Response(`no ${SECRET}`, { status: 403 })],
  ["fails", () => new Response(`no ${SECRET}`, { status: 502 })],
  ["asks to wait", () => new Response(`no ${SECRET}`, { status: 429, headers: { "Retry-After": "60" } })],
  [
    "cannot be reached",
    () => {
      throw new TypeError(`fetch of ${SECRET} failed`);
    },
  ],
  [
    "breaks off",
    () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            controller.error(new TypeError(`reading ${SECRET} failed`));
          },
        }),
      ),
  ],
])("a server that %s does not bring the address into a fault", async (_what, answer) => {
  network({ [SECRET]: answer });
  const told = await read().then(
    (outcome) => JSON.stringify(outcome),
    (error: unknown) => `${faultOf(error)} ${error instanceof Error ? error.message : ""}`,
  );
  expect(told).toMatch(/feed/);
  expect(told).not.toMatch(/4711|calendar\.example/);
});

/** Files that cost the most. A step is at most a piece of the file, and others get their turn after each few. */
test.each<[what: string, events: string[]]>([
  [
    "series since the year 1",
    Array.from({ length: 40 }, (_each, at) => `UID:s${at}\r\nDTSTART:00010101T090000Z\r\nRRULE:FREQ=DAILY`),
  ],
  [
    "thousands of added dates",
    [`UID:r\r\nDTSTART:20261021T090000Z\r\nRDATE:${Array(5000).fill("20261022T090000Z").join(",")}`],
  ],
  ["one long line", [`UID:l\r\nDTSTART:20261021T090000Z\r\nDESCRIPTION:${"x".repeat(400_000)}`]],
])("a file with %s is read in turns", async (_what, events) => {
  const text = `BEGIN:VCALENDAR\r\n${events.map((event) => `BEGIN:VEVENT\r\n${event}\r\nEND:VEVENT\r\n`).join("")}END:VCALENDAR`;
  const file = icsFile({ window, own: null, timeZone: "UTC", isMine: false, links: STRICT_LINKS });
  const steps: number[] = [];
  const work = function* () {
    for (const turns of [file.take(text), file.finish({ isCut: false })]) {
      for (const units of turns) {
        steps.push(units);
        yield units;
      }
    }
  };
  let rests = 0;
  await runInTurns(work(), async () => void (rests += 1));
  const all = steps.reduce((sum, units) => sum + units, 0);
  expect(Math.max(...steps)).toBeLessThanOrEqual(2 * TURN_UNITS);
  expect(all).toBeGreaterThan(text.length);
  expect(rests).toBeGreaterThanOrEqual(Math.floor(all / (3 * TURN_UNITS)));
  expect(rests).toBeGreaterThan(0);
});
