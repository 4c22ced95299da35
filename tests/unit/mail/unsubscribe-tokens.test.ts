import { expect, test } from "vitest";
import { newUserId } from "#app/domain/ids.ts";
import { MAIL_KINDS } from "#app/domain/mail/mail-kinds.ts";
import { unsubscribeTokens } from "#app/server/tokens/unsubscribe-tokens.ts";

const SECRET = "the secret of this test, which is long enough";
const tokens = unsubscribeTokens(SECRET);

test.each(MAIL_KINDS)("a link for %s names its person and its kind", async (kind) => {
  const userId = newUserId();
  expect(await tokens.read({ kind, token: await tokens.tokenFor(userId, kind) })).toEqual({ userId, kind });
});

test("a link switches off one kind for one person only", async () => {
  const [userId, other] = [newUserId(), newUserId()];
  const token = await tokens.tokenFor(userId, "minutes-ready");
  const mac = token.slice(25);
  const otherMac = mac.replace(/^./u, (first) => (first === "0" ? "1" : "0"));
  const forged = [
    { kind: "not-let-in", token },
    { kind: "everything", token },
    { kind: undefined, token },
    { kind: "minutes-ready", token: `${other}.${mac}` },
    { kind: "minutes-ready", token: `${userId}.${otherMac}` },
    { kind: "minutes-ready", token: `${userId}.${mac.slice(1)}` },
    { kind: "minutes-ready", token: userId },
    { kind: "minutes-ready", token: "" },
    { kind: "minutes-ready", token: undefined },
  ];
  for (const link of forged) expect(await tokens.read(link)).toBeNull();
});

test("a link under an earlier secret is no link any more", async () => {
  const token = await unsubscribeTokens(`${SECRET}, before`).tokenFor(newUserId(), "minutes-ready");
  expect(await tokens.read({ kind: "minutes-ready", token })).toBeNull();
});
