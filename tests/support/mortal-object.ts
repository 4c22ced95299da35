import type { WorkspaceListsStub } from "#app/server/ports/workspace-lists.ts";

/**
 * An object's process that can be killed at any write. From that write on it stores nothing, in the object, in D1 and in lists, as after SIGKILL;
 * what it has in memory is lost with the instance. Alarms are noted instead of set, so that the test fires them.
 */
export type Life = {
  /** Writes until it is killed; null: it lives. */
  writesLeft: number | null;
  isDead: boolean;
  /** When the alarm is due; null without one. It stays until its handler has ended, as the platform keeps it. */
  alarmAt: number | null;
};

export class KilledError extends Error {}

export const newLife = (): Life => ({ writesLeft: null, isDead: false, alarmAt: null });

/** Called at each write: before it, so that the last one does not happen. */
function write(life: Life): void {
  alive(life);
  if (life.writesLeft === null) return;
  life.writesLeft -= 1;
  if (life.writesLeft >= 0) return;
  life.isDead = true;
  throw new KilledError("killed");
}

export function alive(life: Life): void {
  if (life.isDead) throw new KilledError("killed");
}

/** Watches the storage until `release` is called. */
export function watchMortal(storage: DurableObjectStorage, life: Life): { release: () => void } {
  const { sql } = storage;
  const exec = sql.exec.bind(sql);
  const replaced: [object, string][] = [];
  const replace = (target: object, name: string, value: unknown) => {
    Object.defineProperty(target, name, { value, configurable: true });
    replaced.push([target, name]);
  };
  replace(sql, "exec", (query: string, ...values: unknown[]) => {
    if (/^\s*(?:INSERT|UPDATE|DELETE)/iu.test(query)) write(life);
    else alive(life);
    return exec(query, ...values);
  });
  replace(storage, "setAlarm", async (at: number) => {
    alive(life);
    life.alarmAt = at;
  });
  replace(storage, "getAlarm", async () => life.alarmAt);
  replace(storage, "deleteAlarm", async () => {
    life.alarmAt = null;
  });
  return {
    release() {
      for (const [target, name] of replaced) Reflect.deleteProperty(target, name);
    },
  };
}

/** D1 as the same process reaches it: a batch may be stored although its process does not learn of it. */
export function mortalDatabase(database: D1Database, life: Life): D1Database {
  return new Proxy(database, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name !== "batch") return member.bind(target);
      return async (...inputs: unknown[]) => {
        alive(life);
        const answer: unknown = await Reflect.apply(member, target, inputs);
        write(life);
        return answer;
      };
    },
  });
}

/** The lists of a workspace as the same process reaches them. */
export function mortalLists(stub: WorkspaceListsStub, life: Life): WorkspaceListsStub {
  return {
    async runListStatements(statements) {
      alive(life);
      const answer = await stub.runListStatements(statements);
      write(life);
      return answer;
    },
  };
}
