import { afterEach, expect, test, vi } from "vitest";
import { CRM_ANSWER_BYTES_MAX } from "#app/domain/limits/deliveries.ts";
import { crmRequests } from "#app/server/adapters/crm/crm-requests.ts";

/** Answers of a CRM over HTTP. What Acta makes of them is in tests/worker/crm.test.ts and pipedrive.test.ts. */

const { ask } = crmRequests("hubspot");
const ADDRESS = "https://api.hubapi.example/crm";
const CHUNK = new TextEncoder().encode("é".repeat(16_384));

/** Answers with this many chunks. Returns how many were read. */
function answerWith(chunks: number) {
  const read = { chunks: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (read.chunks === chunks) return controller.close();
      read.chunks += 1;
      controller.enqueue(CHUNK);
    },
  });
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(body));
  return read;
}

afterEach(() => vi.restoreAllMocks());

test("an answer beyond the limit is refused without being read to its end", async () => {
  const most = Math.ceil(CRM_ANSWER_BYTES_MAX / CHUNK.byteLength);
  const read = answerWith(20 * most);
  await expect(ask(ADDRESS, {})).rejects.toMatchObject({ service: "hubspot", status: 200, retryable: false });
  expect(read.chunks).toBeLessThanOrEqual(most + 2);
});

test("an answer that comes in pieces, also within a letter, is read as a whole", async () => {
  const bytes = new TextEncoder().encode(JSON.stringify({ name: "Perpinyà" }));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(body));
  expect(await ask(ADDRESS, {})).toEqual({ status: 200, body: { name: "Perpinyà" } });
});
