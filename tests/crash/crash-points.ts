import type { Bindings } from "#workers/config.ts";

/**
 * A crash test stops the Worker at its bindings (D1, R2) and at the object's SQLite, so that the code under test is the
 * unchanged production code. A call that reaches the armed point of its subject writes a line to standard output and goes no further;
 * the test then kills the process.
 */

/** A call as `bucket.put`, `database` or `storage`, and a part of its subject: of a key or of a statement. */
type Step = { call: string; about: string };
/** The steps are passed in their order; at the last one the Worker stops, before or after the call has had its effect. */
export type CrashPoint = { steps: Step[]; when: "before" | "after" };

/** Each request with this header, and each object that it is the first to reach, belongs to one subject of a test: a meeting, a call, a person. */
export const SUBJECT_HEADER = "x-crash-subject";
/** The line of output that the test waits for. */
export const struckLine = (subject: string) => `crash point reached by ${subject}.`;
const NEVER_MS = 600_000;

const armed = new Map<string, CrashPoint>();
/** They have reached their points: from then on they change nothing in D1 or R2, as after the kill. */
const struck = new Set<string>();

export function arm(subject: string, point: CrashPoint): void {
  armed.set(subject, point);
}

/** When the Worker stops at this call; null if it does not. A match with an earlier step only moves on to the next step. */
function stopOf(subject: string, call: string, about: string): CrashPoint["when"] | null {
  const point = armed.get(subject);
  const step = point?.steps[0];
  if (!point || !step || step.call !== call || !about.includes(step.about)) return null;
  if (point.steps.length === 1) return point.when;
  armed.set(subject, { ...point, steps: point.steps.slice(1) });
  return null;
}

function strike(subject: string): void {
  armed.delete(subject);
  struck.add(subject);
  // oxlint-disable-next-line no-console -- the last output of a subject whose process is about to be killed
  console.log(struckLine(subject));
}

async function held<Value>(subject: string, call: string, about: string, act: () => Promise<Value>): Promise<Value> {
  if (struck.has(subject)) await scheduler.wait(NEVER_MS);
  const stop = stopOf(subject, call, about);
  if (stop === "before") {
    strike(subject);
    await scheduler.wait(NEVER_MS);
  }
  const value = await act();
  if (stop === "after") {
    strike(subject);
    await scheduler.wait(NEVER_MS);
  }
  return value;
}

/**
 * Blocks the whole process instead of awaiting: the statements of an object run inside a transaction, which is synchronous. So of the
 * subjects that one kill is for, only the last may stop here.
 */
function heldNow(subject: string, about: string): void {
  if (stopOf(subject, "storage", about) === null) return;
  strike(subject);
  while (true);
}

/** The same bindings; their calls stop at the point that is armed for the subject. */
export function heldBindings<Objects extends Bindings>(env: Objects, subject: string): Objects {
  return {
    ...env,
    DB: heldDatabase(env.DB, subject),
    RECORDINGS: heldBucket(env.RECORDINGS, subject),
    MEETINGS: owned(env.MEETINGS, subject),
    CALLS: owned(env.CALLS, subject),
    WORKSPACES: owned(env.WORKSPACES, subject),
  };
}

/** The subject of each object, by the object's id. */
const owners = new Map<string, string>();
export const subjectOf = (id: DurableObjectId) => owners.get(id.toString()) ?? "";

/** Objects that the subject is the first to reach are the subject's. */
function owned<Namespace extends object>(namespace: Namespace, subject: string): Namespace {
  return new Proxy(namespace, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name !== "get") return member.bind(target);
      return (id: DurableObjectId, ...inputs: unknown[]) => {
        if (subject !== "" && !owners.has(id.toString())) owners.set(id.toString(), subject);
        return Reflect.apply(member, target, [id, ...inputs]);
      };
    },
  });
}

function heldBucket(bucket: R2Bucket, subject: string): R2Bucket {
  return new Proxy(bucket, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      // The only synchronous call of a bucket; the calls of the upload that it returns are held instead.
      if (name === "resumeMultipartUpload") {
        return (key: string, id: string) => heldUpload(target.resumeMultipartUpload(key, id), subject);
      }
      return (...inputs: unknown[]) =>
        held(subject, `bucket.${String(name)}`, JSON.stringify(inputs[0]), () => Reflect.apply(member, target, inputs));
    },
  });
}

function heldUpload(upload: R2MultipartUpload, subject: string): R2MultipartUpload {
  return new Proxy(upload, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...inputs: unknown[]) =>
        held(subject, `upload.${String(name)}`, JSON.stringify(inputs[0]), () => Reflect.apply(member, target, inputs));
    },
  });
}

/** The real statement and the query of each held statement, because a batch takes only real ones. */
const statements = new WeakMap<object, { statement: D1PreparedStatement; query: string }>();

function heldDatabase(database: D1Database, subject: string): D1Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === "prepare") return (query: string) => heldStatement(target.prepare(query), query, subject);
      if (name === "batch") {
        return (batch: D1PreparedStatement[]) => {
          const known = batch.map((one) => statements.get(one) ?? { statement: one, query: "" });
          const real = known.map(({ statement }) => statement);
          return held(subject, "database", known.map(({ query }) => query).join("; "), () => target.batch(real));
        };
      }
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

function heldStatement(statement: D1PreparedStatement, query: string, subject: string): D1PreparedStatement {
  const proxy = new Proxy(statement, {
    get(target, name) {
      if (name === "bind") return (...values: unknown[]) => heldStatement(target.bind(...values), query, subject);
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...inputs: unknown[]) => held(subject, "database", query, () => Reflect.apply(member, target, inputs));
    },
  });
  statements.set(proxy, { statement, query });
  return proxy;
}

const watched = new WeakSet<object>();
const storageSubjects = new WeakMap<SqlStorage, string>();

/** Every statement of every object in this isolate: they share the prototype. */
export function watchStorage({ id, storage: { sql } }: DurableObjectState): void {
  storageSubjects.set(sql, subjectOf(id));
  const prototype: { exec: SqlStorage["exec"] } = Object.getPrototypeOf(sql);
  if (watched.has(prototype)) return;
  watched.add(prototype);
  const { exec } = prototype;
  prototype.exec = function heldExec<Row extends Record<string, SqlStorageValue>>(
    this: SqlStorage,
    query: string,
    ...values: unknown[]
  ) {
    heldNow(storageSubjects.get(this) ?? "", query);
    return Reflect.apply(exec, this, [query, ...values]) as SqlStorageCursor<Row>;
  };
}
