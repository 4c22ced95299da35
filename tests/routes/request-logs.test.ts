import { afterAll, beforeAll, expect, test } from "vitest";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { eventually } from "#tests/support/look-inside.ts";
import { makeUser } from "#tests/support/make-user.ts";

/** Everything fails here, so that everything is logged: the bundled Worker over a database that has lost its tables. */
let acta: KillableActa;
let cookie = "";

beforeAll(async () => {
  acta = await startKillableActa("workers/entry.ts", {}, { rateLimited: false, traced: true });
  ({ cookie } = await makeUser(acta.inside.database));
}, 120_000);

afterAll(() => acta.stop());

const SECRETS = {
  token: "0a1b2c3d4e5f6g7h8j9kamanap",
  feed: "f33d0a1b2c3d4e5f60718293a4b5c6d7",
  code: "c0de-of-a-sign-in",
  state: "st4te-of-a-sign-in",
  query: "redundancies",
  signature: "s1gn4ture-of-an-upload",
};

const ASKED = [
  { path: `/s/${SECRETS.token}`, logs: true },
  { path: `/s/${SECRETS.token}/recording`, logs: true },
  { path: `/s/${SECRETS.token}/export/md?d=${SECRETS.query}`, logs: true },
  { path: `/feeds/${SECRETS.feed}/minutes.atom`, logs: true },
  { path: `/feeds/${SECRETS.feed}/meetings.ics`, logs: true },
  { path: `/api/auth/callback/google?code=${SECRETS.code}&state=${SECRETS.state}`, logs: false },
  { path: `/api/acta/user/credits?q=${SECRETS.query}`, logs: true },
  { path: `/history?q=${SECRETS.query}`, logs: true },
  { path: `/_local/s3/acta-recordings/x?X-Amz-Signature=${SECRETS.signature}`, logs: false },
];

test("no line of the log, and no URL that the platform stores beside one, holds a token, a code or a query", async () => {
  const { results } = await acta.inside.database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('share_links', 'sessions', 'sign_in_attempts', 'feeds')",
    )
    .all<{ name: string }>();
  expect(results).toHaveLength(4);
  for (const { name } of results)
    await acta.inside.database.prepare(`ALTER TABLE ${name} RENAME TO lost_${name}`).run();

  for (const { path } of ASKED) {
    await fetch(`${acta.origin}${path}`, { headers: { Cookie: cookie }, redirect: "manual" });
  }
  const wanted = ASKED.filter(({ logs }) => logs).length;
  const isFailure = (line: string) => line.includes(".failed");
  await eventually(
    async () =>
      acta
        .traces()
        .flatMap(({ lines }) => lines)
        .filter(isFailure).length,
    (count) => count >= wanted,
    20_000,
  );

  const written = [...acta.lines(), ...acta.traces().flatMap(({ lines }) => lines)].join("\n");
  for (const secret of Object.values(SECRETS)) expect(written).not.toContain(secret);
  // The requests themselves were traced, so a URL beside a line would have been seen.
  const asked = acta.traces().filter(({ url }) => url !== null);
  expect(asked.some(({ url }) => url?.includes(SECRETS.token))).toBe(true);
  expect(asked.filter(({ lines }) => lines.length > 0)).toEqual([]);
});
