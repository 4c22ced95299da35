import fc from "fast-check";
import { expect, test } from "vitest";
import { readMeetingLink, STRICT_LINKS, withScheme } from "#app/domain/meeting/link.ts";
import { isLoopbackOrigin } from "#app/domain/meeting/link/platforms.ts";
import { currentRoomKey, withRoomKey } from "#app/domain/meeting/link/room-secret.ts";
import {
  ACCEPTED,
  enc,
  JITSI_HOST,
  LOCAL_ORIGIN,
  ORGANISER,
  RULES,
  TENANT,
  THREAD,
} from "#tests/unit/meeting/meeting-links.ts";
import { REFUSED } from "#tests/unit/meeting/refused-links.ts";

test("there are at least 80 accepted and 80 refused forms, each once", () => {
  expect(new Set(ACCEPTED.map(([text]) => text)).size).toBe(ACCEPTED.length);
  expect(REFUSED.filter((text, at) => REFUSED.indexOf(text) !== at)).toEqual([]);
  expect(ACCEPTED.length).toBeGreaterThanOrEqual(80);
  expect(REFUSED.length).toBeGreaterThanOrEqual(80);
});

test.each(ACCEPTED)("%s leads to a room of %s", (text, platform, roomKey, url) => {
  const read = readMeetingLink(text, RULES);
  expect(read.ok && withRoomKey(read.value)).toEqual({ platform, roomKey, url });
});

test.each(ACCEPTED)("%s is the same room as the invite form shows and sends it", (text, platform, roomKey, url) => {
  const shown = withScheme(text);
  const read = readMeetingLink(shown, RULES);
  expect(read.ok && withRoomKey(read.value)).toEqual({ platform, roomKey, url });
  expect(withScheme(shown)).toBe(shown);
});

test.each(REFUSED)("'invalid URL': %j", (text) => {
  expect(readMeetingLink(text, RULES).ok).toBe(false);
});

test.each([
  ["", "empty"],
  ["https://zoom.us/my/nora.clinic", "personal-room"],
  ["https://meet.google.com/abc-defg-hij https://evil.example", "two-links"],
  ["https://meet.google.com/abc-defg-hij?next=https%3A%2F%2Fevil.example", "two-links"],
  ["https://meet.google.com/lookup/abc", "not-a-meeting"],
] as const)("%j is refused because of: %s", (text, reason) => {
  expect(readMeetingLink(text, RULES)).toEqual({ ok: false, reason });
});

test("without the operator's word neither another Jitsi server nor this machine is a place to go", () => {
  for (const text of [`https://${JITSI_HOST}/team`, `${LOCAL_ORIGIN}/videoroomtest.html?room=1`])
    expect(readMeetingLink(text).ok).toBe(false);
});

test.each([
  ["http://127.0.0.1:8088", true],
  ["http://localhost:8088", true],
  ["http://[::1]:8088", true],
  ["https://127.0.0.1:8088", false],
  ["http://127.0.0.1", false],
  ["http://127.0.0.1:8088/", false],
  ["http://127.0.0.1:99999", false],
  ["http://127.0.0.1.evil.example:8088", false],
  ["http://10.0.0.7:8088", false],
  ["http://meet.evil.example:8088", false],
])("%s as the origin of this machine's meeting server: %s", (origin, taken) => {
  expect(isLoopbackOrigin(origin)).toBe(taken);
  const rules = { jitsiHosts: [], localOrigin: origin };
  expect(readMeetingLink(`${origin}/videoroomtest.html?room=1234`, rules).ok).toBe(taken);
});

test.each([
  ["meet.google.com/abc-defg-hij", "https://meet.google.com/abc-defg-hij"],
  ["  zoom.us/j/92345678901 ", "https://zoom.us/j/92345678901"],
  ["https://zoom.us/j/92345678901", "https://zoom.us/j/92345678901"],
  ["http://zoom.us/j/92345678901", "http://zoom.us/j/92345678901"],
  ["", ""],
])("§5: %j has https:// prepended where it is missing", (text, shown) => {
  expect(withScheme(text)).toBe(shown);
});

/** Every host that the bot may ever see with these rules. */
const HOSTS =
  /^(?:meet\.google\.com|teams\.live\.com|teams\.microsoft\.com|teams\.microsoft\.us|(?:gov|dod)\.teams\.microsoft\.us|teams\.cloud\.microsoft|app\.zoom\.us|(?:[a-z0-9-]+\.){0,2}zoomgov\.com|talk\.clinic\.example|meet\.jit\.si)$/;

/** Known links with pieces of them cut, doubled, swapped and mixed with what an attacker would try. */
const mangled = fc
  .tuple(
    fc.constantFrom(...ACCEPTED.map(([text]) => text), ...REFUSED),
    fc.nat({ max: 120 }),
    fc.nat({ max: 12 }),
    fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        "@",
        ".evil.example",
        "\\",
        "/../",
        "%2f",
        "#",
        "?",
        "https://",
        "//",
        ":8080",
        "\u3002",
        "%00",
        " ",
      ),
    ),
  )
  .map(([text, at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut));

test("the address to open reads as itself, and never leads outside the list", () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 8, arbitrary: mangled }, fc.webUrl(), fc.string()), (text) => {
      const read = readMeetingLink(text, RULES);
      if (!read.ok) return;
      const url = new URL(read.value.url);
      const isListed = url.protocol === "https:" && url.username === "" && HOSTS.test(url.host);
      expect(read.value.platform === "local" ? url.origin === LOCAL_ORIGIN : isListed).toBe(true);
      expect(readMeetingLink(read.value.url, RULES)).toEqual(read);
    }),
    { numRuns: 1500 },
  );
}, 30_000);

test("any code of §5's shape is a Google Meet, in whatever case and wrapping", () => {
  const letters = (count: number) => fc.stringMatching(new RegExp(`^[a-zA-Z]{${count}}$`));
  fc.assert(
    fc.property(letters(3), letters(4), letters(3), fc.boolean(), (one, two, three, wrapped) => {
      const code = `${one}-${two}-${three}`;
      const link = `https://meet.google.com/${code}`;
      const text = wrapped ? `https://www.google.com/url?q=${encodeURIComponent(link)}` : link;
      expect(readMeetingLink(text, STRICT_LINKS)).toMatchObject({ ok: true, value: { room: code.toLowerCase() } });
    }),
  );
});

test("any text at all is answered, and never throws", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(readMeetingLink(text, RULES)).toHaveProperty("ok");
    }),
  );
});

function roomKeyOf(text: string): string {
  const read = readMeetingLink(text);
  if (!read.ok) throw new Error(`refused: ${text}`);
  return withRoomKey(read.value).roomKey;
}

test.each([
  ["https://zoom.us/j/92345678901", "?pwd=aBcD12efG", "?pwd=wRoNg4567"],
  ["https://www.zoomgov.com/j/1612345678", "?pwd=aBcD12efG", "?pwd=wRoNg4567"],
  ["https://zoom.us/w/92345678901", "?tk=aBcD12efG", "?tk=wRoNg4567"],
  ["https://teams.live.com/meet/9312345678901", "?p=aBcD12efG", "?p=wRoNg4567"],
  ["https://teams.microsoft.com/meet/31234567890123", "?p=aBcD12efG", "?p=wRoNg4567"],
])("the right, a wrong and no secret are three rooms of %s, and no key shows the secret", (link, right, wrong) => {
  const keys = [link, `${link}${right}`, `${link}${wrong}`].map(roomKeyOf);
  expect(new Set(keys).size).toBe(3);
  expect(keys.join(" ")).not.toMatch(/aBcD12efG|wRoNg4567/i);
  expect(roomKeyOf(`${link}${right}`)).toBe(keys[1]);
});

test("one passcode has different hashes in different rooms", () => {
  const [one, other] = ["92345678901", "92345678902"].map((room) => roomKeyOf(`https://zoom.us/j/${room}?pwd=aB1`));
  expect(one?.split("/")[1]).not.toBe(other?.split("/")[1]);
});

test("a meeting's thread in Teams is one room whatever message and organiser its links name", () => {
  const context = enc(JSON.stringify({ Tid: TENANT, Oid: ORGANISER }));
  const links = [
    `https://teams.microsoft.com/l/meetup-join/${enc(THREAD)}/0?context=${context}`,
    `https://teams.microsoft.com/l/meetup-join/${enc(THREAD)}/1700000000000?context=${context}`,
    `https://teams.microsoft.com/l/meetup-join/${enc(THREAD)}/0`,
  ];
  expect(new Set(links.map(roomKeyOf))).toEqual(new Set([THREAD]));
  const channel = (message: string) =>
    roomKeyOf(`https://teams.microsoft.com/l/meetup-join/${enc("19:abcDEF123@thread.tacv2")}/${message}`);
  expect(channel("1700000000000")).not.toBe(channel("1700000000001"));
});

test("a place that was stored before secrets were part of the key is brought up to date", () => {
  const url = "https://app.zoom.us/wc/92345678901/join?pwd=aB1";
  expect(currentRoomKey({ platform: "zoom", roomKey: "92345678901", url })).toBe(roomKeyOf(url));
  const own = { platform: "jitsi", roomKey: `${JITSI_HOST}/team`, url: `https://${JITSI_HOST}/team` } as const;
  expect(currentRoomKey(own)).toBe(own.roomKey);
});
