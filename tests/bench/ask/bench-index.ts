import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetch, Miniflare } from "miniflare";
import type { FoundInMeeting } from "#app/domain/ask/choose-sources.ts";
import type { Passage, SearchableMeeting } from "#app/domain/search/passages.ts";
import { generatedMeeting } from "#tests/bench/search/generated-meeting.ts";
import type { BenchMeeting } from "#tests/bench/summary/meetings.ts";

type Found = { meetings: FoundInMeeting[]; costs: { statements: number; rows: number } };

/** The product's own index of one workspace in workerd. `dispose` ends it and removes its data. */
export async function startIndex() {
  const folder = mkdtempSync(join(tmpdir(), "acta-ask-"));
  const config = ["--config", "tests/bench/media/wrangler.toml", "--compatibility-date", "2026-04-20"];
  const entry = "tests/bench/search/bench-worker.ts";
  const built = spawnSync("npx", ["wrangler", "deploy", entry, "--dry-run", ...config, "--outdir", folder], {
    encoding: "utf8",
  });
  if (built.status !== 0) throw new Error(`${built.stdout}${built.stderr}`);
  const script = readFileSync(join(folder, "bench-worker.js"), "utf8");
  const miniflare = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents: script }],
    compatibilityDate: "2026-04-20",
    durableObjects: { INDEXES: { className: "IndexOfBench", useSQLite: true } },
    durableObjectsPersist: join(folder, "objects"),
  });
  const origin = await miniflare.ready;

  async function call(path: string, body?: unknown): Promise<unknown> {
    const ask = () => fetch(new URL(path, origin), body ? { method: "POST", body: JSON.stringify(body) } : {});
    // workerd may have closed a connection that rested while this machine did other things.
    const response = await ask().catch(ask);
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }

  return {
    find: async (words: readonly string[]) =>
      (await call(`/passages?words=${encodeURIComponent(words.join(" "))}`)) as Found,
    /** Builds the index anew with so many generated meetings. */
    async build(count: number): Promise<void> {
      await call(`/rebuild?meetings=${count}`);
      while ((await call("/built")) === null) await new Promise((later) => setTimeout(later, 500));
    },
    /** Adds a development meeting, with its turns as segments, in the place of the generated one of that number. */
    take: (meeting: BenchMeeting, number: number, title: string) => call("/take", searchable(meeting, number, title)),
    async dispose(): Promise<void> {
      await miniflare.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function searchable({ id, segments }: BenchMeeting, number: number, title: string): SearchableMeeting {
  const head: Passage = { kind: "title", text: title, startMs: null, segmentId: null, speaker: null };
  const said = segments.map(
    ({ id: segmentId, text, startMs, speaker }): Passage => ({ kind: "transcript", text, startMs, segmentId, speaker }),
  );
  const passages = [head, ...said];
  return { ...generatedMeeting(number), meetId: id, title, language: "en", people: [], passages };
}
