import fc from "fast-check";
import { expect, test } from "vitest";
import { shareTokens } from "#app/server/tokens/share-tokens.ts";
import { newMeetId } from "#app/domain/ids.ts";
import { logLine, secretsIn } from "../../workers/local/log-line.mjs";

const TOKEN = "0a1b2c3d4e5f6g7h8j9kamanap";

/** A line that a child may print, and the parts of it that must not reach the log. */
const SECRETIVE: [string, ...string[]][] = [
  [`Error: failed at http://localhost:8787/s/${TOKEN}/pdf`, TOKEN],
  [`    at handler (/s/${TOKEN}:3:4)`, TOKEN],
  [`path=/S/${TOKEN}`, TOKEN],
  [`token of a link: ${TOKEN}`, TOKEN],
  ["GET /api/auth/callback/google?code=abc-123&state=xyz-789 failed", "abc-123", "xyz-789"],
  ["http://127.0.0.1:8788/google/authorize?client_id=a&code_challenge=ccc&state=sss", "ccc", "sss"],
  ["the form was code=abc-123&state=xyz-789", "abc-123", "xyz-789"],
  [
    "PUT https://account.r2.cloudflarestorage.com/acta/recordings/1?X-Amz-Credential=KEY&X-Amz-Signature=f00d",
    "recordings/1",
    "KEY",
    "f00d",
  ],
  ["header x-amz-security-token: f00dfeed", "f00dfeed"],
  ['navigating to "https://us02web.zoom.us/j/89012345678?pwd=SeCrEt#success", waiting', "89012345678", "SeCrEt"],
  ["joined zoom.us/j/89012345678 and meet.google.com/abc-defg-hij", "89012345678", "abc-defg-hij"],
  ["page.goto: net::ERR at https://meet.jit.si/OurSecretRoom#config.x=1&jwt=eyJh", "OurSecretRoom", "eyJh"],
  ["page.goto: http://127.0.0.1:8188/videoroom.html?room=4711#pin=99", "4711", "99"],
  ["proxy https://lucia:hunter2@proxy.example/", "lucia", "hunter2"],
  ["wss://recorder.example/live?ticket=t1cket", "t1cket"],
  ["the socket's ticket=t1cket was late", "t1cket"],
  ["Authorization: Bearer abcDEF.ghi-123", "abcDEF"],
  ["authorization: Basic YWxhZGRpbjpvcGVu", "YWxhZGRpbjpvcGVu"],
  ["Cookie: acta-session=s3ss10n; __Host-acta-attempt=att3mpt", "s3ss10n", "att3mpt"],
  ['{"id_token":"eyJhbGciOi.eyJzdWIi.c2ln","client_secret": "hush"}', "eyJhbGciOi", "eyJzdWIi", "c2ln", "hush"],
  ["the passcode: 123456 was wrong", "123456"],
];

test.each(SECRETIVE)("nothing secret is left of %s", (line, ...secrets) => {
  const text = logLine(line);
  expect(text).not.toBeNull();
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test.each([
  '{"event":"sweep.done","uploadsAccepted":0,"uploadsRemoved":0}',
  '{"event":"recorder.bot.state","botId":"0123456789abcdefghjkmnpq","attempt":1,"state":"recording","reason":null}',
  '{"event":"api.failed","method":"POST","path":"/api/acta/meetings/:meetId/retry","error":"TypeError at x (worker.js:1:2)"}',
  "Identity provider ready on http://127.0.0.1:8788",
  "Error: ENOENT: no such file or directory, open '/home/user/.acta/state/v3/r2/x'",
  "  code: 'ERR_MODULE_NOT_FOUND'",
])("an ordinary line stays as it is: %s", (line) => {
  expect(logLine(line)).toBe(line);
});

test("the values of this start's secrets are left out wherever they stand; short values are ordinary words", () => {
  const variables = { RECORDER_TOKEN: "rEcOrDeR-token-1", SPEECH_API_KEY: "none", SPEECH_MODEL: "small-q5_1-multi" };
  const secrets = secretsIn(variables);
  expect(secrets).toEqual(["rEcOrDeR-token-1", "none"]);
  expect(logLine("x(rEcOrDeR-token-1) none small-q5_1-multi", secrets)).toBe("x(…) none small-q5_1-multi");
});

test("a real share token is left out of any text", async () => {
  const tokens = shareTokens("a-secret-of-this-test-of-forty-characters");
  for (let round = 0; round < 50; round += 1) {
    const token = await tokens.tokenOf({ meetId: newMeetId(), linkId: String(round) });
    for (const line of [token, `"${token}"`, `/s/${token}`, `token=${token}`]) {
      expect(logLine(line)).not.toContain(token);
    }
  }
});

test("no text breaks it, and no line of the log is longer than 16 KiB and its marks", () => {
  const hostile = fc.array(
    fc.constantFrom("eyJ", "a-", "a.", "?a", "a_", "/s/", "https://", "Bearer ", "=", " ", "\n"),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        hostile.map((parts) => parts.join("").repeat(50)),
      ),
      (line) => {
        expect((logLine(line) ?? "").length).toBeLessThanOrEqual(2 * 16 * 1024);
      },
    ),
  );
});
