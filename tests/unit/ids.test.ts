import { expect, test } from "vitest";
import { isId, newMeetId, parseMeetId, randomId } from "#app/domain/ids.ts";

test("an id is 24 characters of an alphabet without look-alikes", () => {
  expect(newMeetId()).toMatch(/^[0-9a-hjkmnp-tv-z]{24}$/);
  expect(newMeetId()).not.toBe(newMeetId());
});

test("every random byte lands in the alphabet", () => {
  expect(isId(randomId((bytes) => bytes.map((_, index) => index * 11)))).toBe(true);
});

test.each(["", "settings", "ABCDEFGHJKMNPQRSTVWXYZ01", "0123456789abcdefghjkmnp", "0123456789abcdefghjkmnpil"])(
  "%j is no meeting id",
  (text) => {
    expect(parseMeetId(text)).toBeNull();
  },
);
