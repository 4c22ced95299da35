import type { Miniflare } from "miniflare";
import type { ListResult, WorkspaceListsStub } from "#app/server/ports/workspace-lists.ts";

/**
 * A second Worker beside Acta in one workerd, with the same D1 and R2, which a test queries over HTTP. Miniflare's
 * own bindings for tests go through a synchronous channel between two threads, which can miss an answer: its next answers are
 * then each the one before.
 */
const HOST = "inspector.test";

const SCRIPT = `
const run = {
  all: (statement) => statement.all(),
  run: (statement) => statement.run(),
  raw: (statement) => statement.raw(),
  first: (statement) => statement.first(),
};
// On a busy machine the local D1 answers "internal error" once in a while, sometimes twice in a row, or is locked for a moment.
const ATTEMPTS_MAX = 20;
const ask = async (isRead, question) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await question();
    } catch (error) {
      // To read again changes nothing; whether a write was done is not known.
      const isBroken = isRead && String(error).includes("internal error");
      // Acta is writing, and nothing was done.
      const isLocked = String(error).includes("SQLITE_BUSY");
      if (attempt === ATTEMPTS_MAX || (!isBroken && !isLocked)) throw error;
      await scheduler.wait(100);
    }
  }
};
export default {
  async fetch(request, { DB, RECORDINGS, WORKSPACES }) {
    const { method, statements, list, workspaceId } = await request.json();
    try {
      if (workspaceId) return Response.json(await WORKSPACES.getByName(workspaceId).runListStatements(statements));
      if (list) {
        const { objects, truncated, cursor } = await RECORDINGS.list(list);
        return Response.json({ keys: objects.map(({ key }) => key), cursor: truncated ? cursor : null });
      }
      const isRead = statements.every(({ query }) => /^\\s*select/i.test(query));
      const prepared = () => statements.map(({ query, values }) => DB.prepare(query).bind(...values));
      const question = () => (method === "batch" ? DB.batch(prepared()) : run[method](prepared()[0]));
      return Response.json(await ask(isRead, question));
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  },
};`;

/** The inspector's options, from Acta's: it has the same D1 and R2. */
export function inspectorOptions({ compatibilityDate, d1Databases, r2Buckets }: Record<string, unknown>) {
  const routes = [`${HOST}/*`];
  return { name: "inspector", modules: true, script: SCRIPT, routes, compatibilityDate, d1Databases, r2Buckets };
}

/** The same with the objects of Acta's workspaces, for an inspector that runs beside Acta's own Worker. */
export function withWorkspaces(options: ReturnType<typeof inspectorOptions>, scriptName: string) {
  return { ...options, durableObjects: { WORKSPACES: { className: "WorkspaceObject", scriptName, useSQLite: true } } };
}

type Statement = { query: string; values: unknown[] };

/** Access to an Acta's D1 and to the keys of its R2. Throws with the binding's own message if the binding refuses. */
export type Inside = {
  database: D1Database;
  keys(prefix?: string): Promise<string[]>;
  /** The lists in the object of a workspace, where the inspector has that binding ({@link withWorkspaces}). */
  workspace: (workspaceId: string) => WorkspaceListsStub;
};

/** @param miniflare one that was started with {@link inspectorOptions}; it is called again for each query. */
export function openInside(miniflare: () => Miniflare): Inside {
  const ask = async (question: object) => {
    const answer = await miniflare().dispatchFetch(`http://${HOST}/`, {
      method: "POST",
      body: JSON.stringify(question),
    });
    if (!answer.ok) throw new Error(`the inspector was told: ${await answer.text()}`);
    return answer.json();
  };
  const statement = (query: string, values: unknown[] = []) => {
    const one = (method: string) => () => ask({ method, statements: [{ query, values }] });
    return {
      query,
      values,
      bind: (...bound: unknown[]) => statement(query, bound),
      all: one("all"),
      run: one("run"),
      raw: one("raw"),
      first: one("first"),
    };
  };
  const database = {
    prepare: (query: string) => statement(query),
    batch: (statements: Statement[]) =>
      ask({ method: "batch", statements: statements.map(({ query, values }) => ({ query, values })) }),
  };
  return {
    // Only the part of D1's interface that drizzle and the tests use.
    database: database as unknown as D1Database,
    workspace: (workspaceId) => ({
      runListStatements: async (statements) => (await ask({ workspaceId, statements })) as ListResult[],
    }),
    async keys(prefix = "") {
      const keys: string[] = [];
      let cursor: string | null = null;
      do {
        const page = (await ask({ list: { prefix, ...(cursor === null ? {} : { cursor }) } })) as {
          keys: string[];
          cursor: string | null;
        };
        keys.push(...page.keys);
        cursor = page.cursor;
      } while (cursor !== null);
      return keys;
    },
  };
}
