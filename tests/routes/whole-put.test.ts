import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type UploadStarted, uploadStarted } from "#app/contracts/recording/upload-answers.ts";
import { type KillableActa, startKillableActa } from "#tests/support/killable-acta.ts";
import { makeUser } from "#tests/support/make-user.ts";
import { meetingPayload } from "#tests/support/meeting-payload.ts";

/** One PUT without parts (§7) to the bundled Worker over real sockets: a sender on the same machine is faster than the store. */
const BYTES = Buffer.alloc(48 * 1024 * 1024, 7);
/** Minimum of other answers during the PUT: there are one or two if the PUT blocks other requests, hundreds if it yields. */
const ANSWERS_MIN = 20;

let acta: KillableActa;
let cookie = "";

beforeAll(async () => {
  acta = await startKillableActa("workers/entry.ts", {}, { rateLimited: false });
  ({ cookie } = await makeUser(acta.inside.database));
}, 180_000);

afterAll(() => acta.stop());

async function start(bytes: number): Promise<UploadStarted> {
  const answer = await fetch(`${acta.origin}/api/acta/upload`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: acta.origin, "Content-Type": "application/json" },
    body: JSON.stringify(meetingPayload({ fileSize: bytes })),
  });
  return uploadStarted.parse(await answer.json());
}

/** A PUT with its announced length, before any byte of its body is sent. */
function open({ presignedUrl, headers }: UploadStarted): ClientRequest {
  return request(presignedUrl, {
    method: "PUT",
    headers: { "Content-Type": "application/octet-stream", ...headers, "Content-Length": String(BYTES.length) },
  });
}

async function statusOf(put: ClientRequest): Promise<number> {
  const [answer]: IncomingMessage[] = await once(put, "response");
  answer?.resume();
  return answer?.statusCode ?? 0;
}

test("answers other requests while a whole PUT streams in", async () => {
  const put = open(await start(BYTES.length));
  const over = new AbortController();
  const status = statusOf(put).finally(() => over.abort());
  put.end(BYTES);
  let answers = 0;
  while (!over.signal.aborted) {
    const answer = await fetch(`${acta.origin}/api/health?light`);
    await answer.arrayBuffer();
    if (answer.ok) answers += 1;
  }
  expect(await status).toBe(200);
  expect(answers).toBeGreaterThan(ANSWERS_MIN);
});

test("keeps nothing of a whole PUT whose connection breaks", async () => {
  const started = await start(BYTES.length);
  const put = open(started);
  put.on("error", () => {});
  await new Promise<void>((resolve) => {
    put.write(BYTES.subarray(0, BYTES.length / 2), () => resolve());
  });
  put.destroy();
  // A write-once PUT is refused with 412 where anything landed.
  const again = open(started);
  const status = statusOf(again);
  again.end(BYTES);
  expect(await status).toBe(200);
});
