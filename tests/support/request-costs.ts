import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { newMeetId } from "#app/domain/ids.ts";

/** For worker tests: the costs of work in counts, which are the same on each machine. */
export type Costs = {
  /** Requests that were sent to D1; a batch is one. */
  trips: number;
  /** Their statements, as one text each. */
  statements: string[];
  /** Rows that these requests read, as D1 says it (and bills it). */
  rows: number;
  /** Rows that they wrote, those of indexes included, as D1 says it. */
  written: number;
  /** Trips that began after the answer of an earlier one had come, and not beside it. */
  sequence: number;
  /** Calls of objects by their method, in their order. */
  calls: string[];
  /** Rows that objects read and wrote in their own tables. */
  objectRows: number;
  objectWrites: number;
  /** Operations of the bucket that Cloudflare bills as writes (class A), and as reads. Removing costs nothing. */
  bucketWrites: number;
  bucketReads: number;
};

type Send = (this: unknown, ...given: unknown[]) => Promise<unknown>;
type Answer = { meta?: { rows_read?: number; rows_written?: number } };

/**
 * Counts what D1 and the objects do while `work` runs, also in the objects themselves: they run in the tests' workerd. Work that a
 * request leaves behind counts as far as it has begun when `work` ends. One at a time.
 */
export async function costsOf(work: () => Promise<unknown>): Promise<Costs> {
  const costs: Costs = {
    trips: 0,
    statements: [],
    rows: 0,
    written: 0,
    sequence: 0,
    calls: [],
    objectRows: 0,
    objectWrites: 0,
    bucketWrites: 0,
    bucketReads: 0,
  };
  // The tables first: their class is found through an object, whose call would count.
  const restore = [await watchTables(costs), watchDatabase(costs), watchObjects(costs), watchBucket(costs)];
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
  }
  return costs;
}

function watchDatabase(costs: Costs): () => void {
  const sessions: object = Object.getPrototypeOf(env.DB.withSession());
  // Every statement and batch of D1's client goes through this method.
  const send = Reflect.get(sessions, "_send") as Send;
  let underWay = 0;
  const counted: Send = async function (...given) {
    costs.trips += 1;
    costs.statements.push(JSON.stringify(given));
    if (underWay === 0) costs.sequence += 1;
    underWay += 1;
    try {
      const answer = await send.apply(this, given);
      for (const part of [answer].flat()) {
        const { rows_read: read = 0, rows_written: written = 0 } = (part as Answer).meta ?? {};
        costs.rows += read;
        costs.written += written;
      }
      return answer;
    } finally {
      underWay -= 1;
    }
  };
  Reflect.set(sessions, "_send", counted);
  return () => void Reflect.set(sessions, "_send", send);
}

/** The files of a run share a workerd, so its classes are put back: other files need the platform's own stubs. */
function watchObjects(costs: Costs): () => void {
  const namespaces = Object.getPrototypeOf(env.MEETINGS) as { get: (...given: unknown[]) => object };
  const get = namespaces.get;
  namespaces.get = function (...given) {
    return new Proxy(get.apply(this, given), {
      get(stub, name) {
        const method: unknown = Reflect.get(stub, name, stub);
        if (typeof method !== "function" || typeof name !== "string") return method;
        return (...values: unknown[]) => {
          costs.calls.push(name);
          return Reflect.apply(method, stub, values) as unknown;
        };
      },
    });
  };
  return () => void (namespaces.get = get);
}

const BUCKET_WRITES = ["put", "list", "createMultipartUpload"];
const BUCKET_READS = ["get", "head"];

/** Parts of multipart uploads are not counted: no call makes any. */
function watchBucket(costs: Costs): () => void {
  const bucket = Object.getPrototypeOf(env.RECORDINGS) as Record<string, (...given: unknown[]) => unknown>;
  const before = new Map<string, (...given: unknown[]) => unknown>();
  for (const name of [...BUCKET_WRITES, ...BUCKET_READS]) {
    const method = bucket[name];
    if (method === undefined) throw new Error(`a bucket has no ${name}`);
    before.set(name, method);
    bucket[name] = function (...given) {
      if (BUCKET_WRITES.includes(name)) costs.bucketWrites += 1;
      else costs.bucketReads += 1;
      return method.apply(this, given);
    };
  }
  return () => {
    for (const [name, method] of before) bucket[name] = method;
  };
}

type Cursor = { rowsRead: number; rowsWritten: number };

/** A cursor knows its rows when it has been read, so they are added up in the end. */
async function watchTables(costs: Costs): Promise<() => void> {
  const cursors: Cursor[] = [];
  const object = env.MEETINGS.get(env.MEETINGS.idFromName(newMeetId()));
  const tables = await runInDurableObject(
    object,
    (_object, { storage }) => Object.getPrototypeOf(storage.sql) as object,
  );
  const exec = Reflect.get(tables, "exec") as (this: unknown, ...given: unknown[]) => Cursor;
  Reflect.set(tables, "exec", function (this: unknown, ...given: unknown[]) {
    const cursor = exec.apply(this, given);
    cursors.push(cursor);
    return cursor;
  });
  return () => {
    Reflect.set(tables, "exec", exec);
    for (const { rowsRead, rowsWritten } of cursors) {
      costs.objectRows += rowsRead;
      costs.objectWrites += rowsWritten;
    }
  };
}
