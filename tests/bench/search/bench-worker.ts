import { DurableObject } from "cloudflare:workers";
import type { MeetId } from "#app/domain/ids.ts";
import type { SearchableMeeting } from "#app/domain/search/passages.ts";
import { parseSearchQuery } from "#app/domain/search/search-query.ts";
import { generatedMeeting, MEETINGS_OWNER } from "#tests/bench/search/generated-meeting.ts";
import { restBetweenTurns } from "#workers/rest-between-turns.ts";
import { type SearchIndex, searchIndex } from "#workers/workspace/search/search-index.ts";
import { migrateWorkspaceStore } from "#workers/workspace/store-migrations.ts";

/** The bench's Worker: the product's own index in an object's SQLite, over meetings that are made when they are read. */
type Env = { INDEXES: DurableObjectNamespace<IndexOfBench> };

export class IndexOfBench extends DurableObject<Env> {
  readonly #index: SearchIndex;
  readonly #given = new Map<string, SearchableMeeting>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    migrateWorkspaceStore(ctx.storage);
    const meetings = () => this.#meetings();
    this.#index = searchIndex(ctx.storage, {
      source: {
        read: async (meetId) => this.#given.get(meetId) ?? generatedMeeting(Number(meetId)),
        readHead: async () => null,
        async list(_workspaceId, after) {
          const from = after === null ? 0 : Number(after.id) + 1;
          const until = Math.min(meetings(), from + 50);
          return Array.from({ length: Math.max(0, until - from) }, (_, index) => ({
            createdBy: MEETINGS_OWNER,
            startsAt: 0,
            id: String(from + index).padStart(24, "0"),
          }));
        },
      },
      shownChanges: {
        isShown: async () => false,
        list: async () => [],
        remove: async () => {},
        tell: async () => {},
      },
      mayHave: async () => ({ webhooks: false, connections: false, series: false, teams: false }),
      log: () => {},
      now: Date.now,
      random: Math.random,
      rests: () => restBetweenTurns(Date.now, (ms) => scheduler.wait(ms)),
    });
  }

  #meetings(): number {
    return Number(this.ctx.storage.kv.get("meetings") ?? 0);
  }

  /** Forgets the index and begins to build it for so many meetings: it takes longer than a request may wait. */
  rebuild(meetings: number): void {
    const { storage } = this.ctx;
    storage.kv.put("meetings", meetings);
    storage.sql.exec("DELETE FROM search_state");
    this.search("anything");
    const build = async () => {
      while (this.#index.rebuild.dueAt() !== null) await this.#index.rebuild.run();
    };
    this.ctx.waitUntil(build());
  }

  /** The bytes of the database once the index is complete; null until then. */
  built(): number | null {
    return this.#index.rebuild.dueAt() === null ? this.ctx.storage.sql.databaseSize : null;
  }

  /** One meeting again, as after an event: as if it had changed. */
  async follow(meeting: number): Promise<void> {
    this.ctx.storage.sql.exec(
      "UPDATE search_meetings SET sequence = 0 WHERE meet_id = ?",
      String(meeting).padStart(24, "0"),
    );
    const meetId = String(meeting).padStart(24, "0") as MeetId;
    await this.#index.consumer.consume(
      { meetId, id: 1, kind: "transcript-changed", at: 1 },
      new AbortController().signal,
    );
  }

  /** Takes a meeting that was not generated. */
  async take(meeting: SearchableMeeting): Promise<void> {
    this.#given.set(meeting.meetId, meeting);
    const meetId = meeting.meetId as MeetId;
    await this.#index.consumer.consume({ meetId, id: 1, kind: "meeting-created", at: 1 }, new AbortController().signal);
  }

  /** The passages for a question to all meetings (tests/bench/ask), with the statements and rows that they took. */
  passages(words: string[]) {
    const tables = Object.getPrototypeOf(this.ctx.storage.sql) as object;
    const exec = Reflect.get(tables, "exec") as (this: unknown, ...given: unknown[]) => { rowsRead: number };
    const cursors: { rowsRead: number }[] = [];
    Reflect.set(tables, "exec", function (this: unknown, ...given: unknown[]) {
      const cursor = exec.apply(this, given);
      cursors.push(cursor);
      return cursor;
    });
    try {
      const found = this.#findPassages(words);
      const rows = cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
      return { ...found, costs: { statements: cursors.length, rows } };
    } finally {
      Reflect.set(tables, "exec", exec);
    }
  }

  #findPassages(words: string[]) {
    return this.#index.findPassages({
      workspaceId: "bench",
      userId: MEETINGS_OWNER,
      words: words.map((word) => ({ word, weight: 1 })),
      persons: [],
      speakers: [],
      earlier: [],
      startsFrom: null,
      startsBefore: null,
    });
  }

  search(typed: string) {
    const query = parseSearchQuery(typed, "2026-11-23");
    const asked = {
      workspaceId: "bench",
      userId: MEETINGS_OWNER,
      query,
      startsFrom: null,
      startsBefore: null,
      after: null,
    };
    return this.#index.search(asked);
  }
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const index = env.INDEXES.get(env.INDEXES.idFromName("bench"));
    if (pathname === "/rebuild")
      return Response.json((await index.rebuild(Number(searchParams.get("meetings")))) ?? null);
    if (pathname === "/built") return Response.json(await index.built());
    if (pathname === "/follow") return Response.json((await index.follow(Number(searchParams.get("meeting")))) ?? null);
    if (pathname === "/take") return Response.json((await index.take(await request.json())) ?? null);
    if (pathname === "/passages")
      return Response.json(await index.passages((searchParams.get("words") ?? "").split(" ").filter(Boolean)));
    return Response.json(await index.search(searchParams.get("q") ?? ""));
  },
};
