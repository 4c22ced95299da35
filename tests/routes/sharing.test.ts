import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ShareState, shareState } from "#app/contracts/share.ts";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { eventually, rowsOf, viewOf } from "#tests/support/look-inside.ts";
import { makeUser } from "#tests/support/make-user.ts";
import { uploadPersistently } from "#tests/support/persistent-upload.ts";
import { bytesOf, box } from "#tests/support/write-mp4.ts";

/** A link to a meeting, from its making to its end, asked of the bundled Worker. */
const TITLE = "Renewal of the clinic in Figueres";
const GONE = "This meeting is not available or has been deactivated.";
const BROWSER = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36" };
/** Enough that a recording does not fit into what lies between a server and a reader who has stopped reading. */
const PADDING_BYTES = 48 * 1024 * 1024;

let acta: KillableActa;
let owner = "";
let meetId = "";

beforeAll(async () => {
  acta = await startKillableActa("workers/entry.ts", {}, { rateLimited: false });
  owner = (await makeUser(await acta.miniflare().getD1Database("DB"), { name: "Laia Ferrer" })).cookie;
  const talk = new Uint8Array(await readFile(path.join("tests/fixtures", "talk-captions.mp4")));
  const upload = await uploadPersistently({
    origin: acta.origin,
    cookie: owner,
    title: TITLE,
    bytes: bytesOf(talk, box("free", new Uint8Array(PADDING_BYTES))) as Uint8Array<ArrayBuffer>,
    submissionId: "sharing-1",
    msMax: 30_000,
  });
  expect(upload.refusal).toBeNull();
  ({ meetId } = upload);
  await eventually(
    () => viewOf(acta, meetId, owner),
    (view) => view?.head.status === "SUMMARIZED",
    30_000,
  );
}, 90_000);

afterAll(() => acta.stop());

async function shares(method = "GET", change?: object, cookie = owner, of = meetId, rest = ""): Promise<Response> {
  return fetch(`${acta.origin}/api/acta/meetings/${of}/shares${rest}`, {
    method,
    headers: {
      Cookie: cookie,
      Origin: acta.origin,
      ...(change ? { "Content-Type": "application/json" } : {}),
    },
    ...(change ? { body: JSON.stringify(change) } : {}),
  });
}

async function link(method = "POST", change?: object, rest = ""): Promise<NonNullable<ShareState["link"]>> {
  const response = await shares(method, change, owner, meetId, rest);
  expect(response.status).toBe(200);
  const { link } = shareState.parse(await response.json());
  if (!link) throw new Error("there is no link");
  return link;
}

const renew = () => link("POST", undefined, "/renew");

async function addressOf(state: { url: string | null }): Promise<string> {
  if (state.url === null) throw new Error("the address is not shown");
  return state.url;
}

const open = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers: { ...BROWSER, ...headers } });

test("a link is made once, and opens the minutes for somebody who is not signed in", async () => {
  const [first, second] = await Promise.all([link(), link()]);
  expect(first.url).toMatch(new RegExp(`^${acta.origin}/s/[0-9a-hjkmnp-tv-z]{26}$`));
  expect(second.url).toBe(first.url);
  expect((await link("GET")).url).toBe(first.url);

  const answer = await open(await addressOf(first));
  const html = await answer.text();
  if (process.env.SHARED_OUT) await writeFile(process.env.SHARED_OUT, html);
  expect(answer.status).toBe(200);
  expect(html).toContain(`>${TITLE}</h1>`);
  expect(html).toContain("Shared by Laia Ferrer");
  expect(gzipSync(html).byteLength).toBeLessThan(30_000);
});
