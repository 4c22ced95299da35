// oxlint-disable vitest/no-standalone-expect, vitest/expect-expect -- the meeting is made first, and expectNamed is called for each value
import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { pathOf } from "#app/contracts/endpoint.ts";
import { ENDPOINTS } from "#app/contracts/endpoints/registry.ts";
import { publicClip, publicShares, taskPage } from "#app/contracts/public.ts";
import { exampleOf } from "#app/server/http/api-examples.ts";
import type { ApiDescription } from "#app/server/http/api-operations.ts";
import { describeApi } from "#app/server/http/describe-api.ts";
import { makeKey, withKey } from "#tests/support/api-key.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { BY_NORA } from "#tests/support/scripted-minutes.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** The public API gets values that its document does not take. Each answer is one that the document names; no answer is a failure of ours. */
const RUNS = 12;
const SOON = { timeout: 20_000, interval: 100 };
const OPERATIONS = ENDPOINTS.flatMap((spec) => (spec.described ? [{ ...spec, described: spec.described }] : []));
/** Values that are sent in place of a good one. */
const VALUES = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: "binary", maxLength: 40 }));

let key = "";
let meetId = "";
let taskId = "";
let clipId = "";
let document: ApiDescription;

beforeAll(async () => {
  const { cookie, userId } = await signIn({ name: "Nora Puig", plan: "pro" });
  ({ key } = await makeKey(cookie, { scope: "write" }));
  ({ meetId } = await recordedTalk([["Nora Puig", "I will prepare the telephone list by Friday.", BY_NORA]], {
    userId,
  }));
  document = await describeApi("http://localhost:8787");
  const share = await withKey(`/api/v1/meetings/${meetId}/shares`, key, { method: "POST" });
  expect(publicShares.parse(await share.json()).shares).toHaveLength(1);
  const made = await withKey(`/api/v1/meetings/${meetId}/clips`, key, {
    method: "POST",
    json: { startMs: 0, endMs: 5000 },
  });
  clipId = publicClip.parse(await made.json()).id;
  taskId = await vi.waitFor(async () => {
    const [task] = taskPage.parse(await (await withKey("/api/v1/tasks", key)).json()).tasks;
    if (!task) throw new Error("no task is listed yet");
    return task.id;
  }, SOON);
}, 60_000);

async function expectNamed(spec: (typeof OPERATIONS)[number], path: string, sent: Parameters<typeof withKey>[2]) {
  const answer = await withKey(path, key, { method: spec.method, headers: { "If-Match": "*" }, ...sent });
  const text = await answer.text();
  const { responses = {} } = document.paths[spec.path.replace(/:(\w+)/g, "{$1}")]?.[spec.method.toLowerCase()] ?? {};
  const said = `${spec.method} ${path}: ${text.slice(0, 200)}`;
  expect(Object.keys(responses), said).toContain(String(answer.status));
  expect(answer.status, said).toBeLessThan(500);
  const named = responses[String(answer.status)];
  for (const header of Object.keys(named?.headers ?? {})) expect(answer.headers.get(header), header).not.toBeNull();
  const { found, described } = await compared(spec, { answer, text, codes: named?.description.split(", ") ?? [] });
  expect(found, said).toEqual(described);
}

/** Compares an answer with what the document says of it. */
async function compared(
  { answer: schema }: (typeof OPERATIONS)[number],
  { answer, text, codes }: { answer: Response; text: string; codes: string[] },
): Promise<{ found: unknown; described: unknown }> {
  if (answer.status >= 400) {
    const { code, status } = problem.parse(JSON.parse(text));
    return {
      found: { type: answer.headers.get("Content-Type"), status, code },
      described: { type: "application/problem+json", status: answer.status, code: codes.find((each) => each === code) },
    };
  }
  if (typeof schema !== "function") return { found: null, described: null };
  const found: unknown = JSON.parse(text);
  // Parsing leaves out what the schema does not name.
  return { found, described: z.parse(await schema(), found) };
}

/** RFC 9457, as the document has it. */
const problem = z.strictObject({
  type: z.literal("about:blank"),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  message: z.string(),
  reason: z.string().nullable(),
  fields: z.array(z.string()).optional(),
});

test.each(OPERATIONS.filter(({ body }) => body !== null))(
  "$method $path answers a body with a strange value as the document says",
  async (spec) => {
    const good = exampleOf(spec.described.id).body as Record<string, unknown>;
    const names = fc.constantFrom(...Object.keys(good), "unknown");
    const path = pathOf(spec, { meetId, taskId, clipId });
    await fc.assert(
      fc.asyncProperty(names, VALUES, (name, value) => expectNamed(spec, path, { json: { ...good, [name]: value } })),
      { numRuns: RUNS },
    );
  },
  30_000,
);

/** A segment of only dots would be another path. */
const IDS = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((id) => !/^\.+$/u.test(id));

test.each(OPERATIONS.filter(({ method }) => method === "GET"))(
  "$method $path answers strange parameters as the document says",
  async (spec) => {
    const asked = Object.keys(spec.described.query ?? {});
    const strings = fc.string({ unit: "grapheme", maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.option(IDS),
        fc.array(strings, { minLength: asked.length, maxLength: asked.length }),
        (name, values) => {
          const query = new URLSearchParams(asked.map((each, index) => [each, values[index] ?? ""]));
          const path = pathOf(spec, { meetId, taskId: name ?? "none", clipId: name ?? clipId, format: name ?? "md" });
          return expectNamed(spec, `${path}?${query}`, {});
        },
      ),
      { numRuns: RUNS },
    );
  },
  30_000,
);

test.each(OPERATIONS.filter(({ method, body }) => method !== "GET" && body === null))(
  "$method $path answers strange ids as the document says",
  async (spec) => {
    await fc.assert(
      fc.asyncProperty(IDS, (id) => expectNamed(spec, pathOf(spec, { meetId: id, taskId: id, clipId: id }), {})),
      { numRuns: RUNS },
    );
  },
  30_000,
);
