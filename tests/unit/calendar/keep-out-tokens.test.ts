import { expect, test } from "vitest";
import { newUserId, randomId } from "#app/domain/ids.ts";
import { keepOutTokens } from "#app/server/tokens/keep-out-tokens.ts";

const SECRET = "the secret of this test, which is long enough";
const tokens = keepOutTokens(SECRET);
const asked = () => ({ userId: newUserId(), accountId: randomId(), eventId: randomId(), endsAt: 1_800_000_000_000 });

test("a link names its person, account and event, and the event's end", async () => {
  const event = asked();
  expect(await tokens.read(await tokens.tokenFor(event))).toEqual(event);
});

test("a link that was changed, or has another secret, is none", async () => {
  const [event, other] = [asked(), asked()];
  const token = await tokens.tokenFor(event);
  const parts = token.split(".");
  const mac = parts.at(-1) ?? "";
  const forged = [
    ...[other.userId, other.accountId, other.eventId, "1900000000000"].map((part, at) =>
      parts.with(at, part).join("."),
    ),
    [...parts.slice(0, -1), mac.replace(/^./u, (first) => (first === "0" ? "1" : "0"))].join("."),
    [...parts.slice(0, -1), mac.slice(1)].join("."),
    parts.slice(1).join("."),
    parts.slice(0, -1).join("."),
    "",
    await keepOutTokens(`${SECRET}, before`).tokenFor(event),
  ];
  for (const each of forged) expect(await tokens.read(each)).toBeNull();
});
