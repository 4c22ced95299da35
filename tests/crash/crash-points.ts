/**
 * A crash test stops the Worker at its bindings (D1, R2) and at the object's SQLite, so that the code under test is the
 * unchanged production code. A call that reaches the armed point writes STRUCK to standard output and goes no further; the
 * test then kills the process.
 */

/** A call as `bucket.put`, `database` or `storage`, and a part of its subject: of a key or of a statement. */
export type Step = { call: string; about: string };
/** The steps are passed in their order; at the last one the Worker stops, before or after the call has had its effect. */
export type CrashPoint = { steps: Step[]; when: "before" | "after" };

/** The line of output that the test waits for. */
export const STRUCK = "crash point reached";
const NEVER_MS = 600_000;

let armed: CrashPoint | null = null;

export function arm(point: CrashPoint | null): void {
  armed = point;
}

/** Whether the Worker stops at this call. A match with an earlier step only moves on to the next step. */
function isLast(call: string, about: string): boolean {
  const step = armed?.steps[0];
  if (!armed || !step || step.call !== call || !about.includes(step.about)) return false;
  if (armed.steps.length === 1) return true;
  armed = { ...armed, steps: armed.steps.slice(1) };
  return false;
}

function strike(): void {
  armed = null;
  // oxlint-disable-next-line no-console -- the last output of a process that is about to be killed
  console.log(STRUCK);
}

async function held<Value>(call: string, about: string, act: () => Promise<Value>): Promise<Value> {
  const stopsHere = isLast(call, about) ? armed?.when : undefined;
  if (stopsHere === "before") {
    strike();
    await scheduler.wait(NEVER_MS);
  }
  const value = await act();
  if (stopsHere === "after") {
    strike();
    await scheduler.wait(NEVER_MS);
  }
  return value;
}

/** Blocks instead of awaiting: the statements of an object run inside a transaction, which is synchronous. */
function heldNow(about: string): void {
  if (!isLast("storage", about)) return;
  strike();
  while (true);
}

/** The same bindings; their calls stop at the armed point. */
export function heldBindings<Env extends { DB: D1Database; RECORDINGS: R2Bucket }>(env: Env): Env {
  return { ...env, DB: heldDatabase(env.DB), RECORDINGS: heldBucket(env.RECORDINGS) };
}

function heldBucket(bucket: R2Bucket): R2Bucket {
  return new Proxy(bucket, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      // The only synchronous call of a bucket; the calls of the upload that it returns are held instead.
      if (name === "resumeMultipartUpload") {
        return (key: string, id: string) => heldUpload(target.resumeMultipartUpload(key, id));
      }
      return (...inputs: unknown[]) =>
        held(`bucket.${String(name)}`, JSON.stringify(inputs[0]), () => Reflect.apply(member, target, inputs));
    },
  });
}

function heldUpload(upload: R2MultipartUpload): R2MultipartUpload {
  return new Proxy(upload, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...inputs: unknown[]) =>
        held(`upload.${String(name)}`, JSON.stringify(inputs[0]), () => Reflect.apply(member, target, inputs));
    },
  });
}

/** The real statement and the query of each held statement, because a batch takes only real ones. */
const statements = new WeakMap<object, { statement: D1PreparedStatement; query: string }>();

function heldDatabase(database: D1Database): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === "prepare") return (query: string) => heldStatement(target.prepare(query), query);
      if (name === "batch") {
        return (batch: D1PreparedStatement[]) => {
          const known = batch.map((one) => statements.get(one) ?? { statement: one, query: "" });
          const real = known.map(({ statement }) => statement);
          return held("database", known.map(({ query }) => query).join("; "), () => target.batch(real));
        };
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

function heldStatement(statement: D1PreparedStatement, query: string): D1PreparedStatement {
  const proxy = new Proxy(statement, {
    get(target, name) {
      if (name === "bind") return (...values: unknown[]) => heldStatement(target.bind(...values), query);
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...inputs: unknown[]) => held("database", query, () => Reflect.apply(member, target, inputs));
    },
  });
  statements.set(proxy, { statement, query });
  return proxy;
}

const watched = new WeakSet<object>();

/** Every statement of every object in this isolate: they share the prototype. */
export function watchStorage(sql: SqlStorage): void {
  const prototype: { exec: SqlStorage["exec"] } = Object.getPrototypeOf(sql);
  if (watched.has(prototype)) return;
  watched.add(prototype);
  const { exec } = prototype;
  prototype.exec = function heldExec<Row extends Record<string, SqlStorageValue>>(
    this: SqlStorage,
    query: string,
    ...values: unknown[]
  ) {
    heldNow(query);
    return Reflect.apply(exec, this, [query, ...values]) as SqlStorageCursor<Row>;
  };
}
