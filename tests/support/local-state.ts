import path from "node:path";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import * as z from "zod";
import { inspectorOptions, openInside } from "#tests/support/inspector.ts";
import { type Row, rowsOf } from "#tests/support/look-inside.ts";
import { readWorkerOptions } from "../../workers/local/worker-options.mjs";

/** The state of a running `npm start` on the disk, read from another process: its lists, its keys, its unfinished uploads. */
export type LocalState = {
  /** Rows that a statement on the lists returns; a statement that changes them returns none. */
  rows(query: string, ...values: unknown[]): Promise<Row[]>;
  /** Every key of the bucket. */
  keys(): Promise<string[]>;
  /** Every multipart upload that was started and neither completed nor aborted. */
  openUploads(): Promise<OpenUpload[]>;
  close(): Promise<void>;
};
export type OpenUpload = { key: string; uploadId: string };

const root = fileURLToPath(new URL("../..", import.meta.url));
const openUploads = z.array(z.object({ key: z.string(), uploadId: z.string() }));

/**
 * The bucket's binding lists no unfinished uploads, like R2's own. Miniflare implements a bucket as an object with a database of
 * its own, which is opened here by its name and only read; an unexpected layout is an error, never an empty answer.
 */
const READER = `
import { DurableObject } from "cloudflare:workers";
export class Bucket extends DurableObject {
  read() {
    return this.ctx.storage.sql.exec(
      "SELECT key, upload_id AS uploadId FROM _mf_multipart_uploads WHERE state = 0 ORDER BY key").toArray();
  }
}
export default {
  async fetch(request, env) {
    return Response.json(await env.BUCKET.get(env.BUCKET.idFromName(env.BUCKET_NAME)).read());
  },
};`;

/** Opens the state folder of an Acta that may be running: SQLite allows two processes to use one database. */
export async function openLocalState(stateDir: string): Promise<LocalState> {
  const { compatibilityDate, d1Databases, r2Buckets } = await readWorkerOptions({
    root,
    dataDir: path.dirname(stateDir),
  });
  const bucketName = z.object({ RECORDINGS: z.object({ id: z.string() }) }).parse(r2Buckets).RECORDINGS.id;
  const miniflare = new Miniflare({
    workers: [
      {
        name: "reader",
        modules: true,
        script: READER,
        compatibilityDate,
        bindings: { BUCKET_NAME: bucketName },
        durableObjects: {
          BUCKET: { className: "Bucket", useSQLite: true, unsafeUniqueKey: "miniflare-R2BucketObject" },
        },
      },
      inspectorOptions({ compatibilityDate, d1Databases, r2Buckets }),
    ],
    cf: false,
    d1Persist: path.join(stateDir, "v3/d1"),
    r2Persist: path.join(stateDir, "v3/r2"),
    // The bucket's own database: objects of a class are in a folder named after its key.
    durableObjectsPersist: path.join(stateDir, "v3/r2"),
  });
  await miniflare.ready;
  const inside = openInside(() => miniflare);
  return {
    rows: (query, ...values) => whileLocked(() => rowsOf({ inside }, query, ...values)),
    keys: () => inside.keys(),
    async openUploads() {
      const answer = await miniflare.dispatchFetch("http://localhost/");
      if (answer.status !== 200) throw new Error(`the unfinished uploads cannot be read: ${await answer.text()}`);
      return openUploads.parse(await answer.json());
    },
    close: () => miniflare.dispose(),
  };
}

const LOCKED_MS_MAX = 20_000;
const AGAIN_MS = 50;

/** SQLite does not wait for another process that is writing, so the query is repeated. */
async function whileLocked<Value>(ask: () => Promise<Value>): Promise<Value> {
  const deadline = Date.now() + LOCKED_MS_MAX;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!/locked|busy/i.test(String(error)) || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
