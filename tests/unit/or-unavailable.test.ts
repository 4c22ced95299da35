import { expect, test, vi } from "vitest";
import { orUnavailable } from "#app/server/http/error-response.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

async function fail(error: unknown): Promise<never> {
  throw error;
}

async function thrownBy(error: unknown, log = vi.fn()): Promise<unknown> {
  try {
    return await orUnavailable({ log }, fail(error));
  } catch (thrown) {
    return thrown;
  }
}

test("the value of a page passes through unchanged", async () => {
  expect(await orUnavailable({ log: vi.fn() }, Promise.resolve("view"))).toBe("view");
});

test("a service that cannot be reached for now gives a 503 with Retry-After, and is logged without content", async () => {
  const log = vi.fn();
  const down = new UpstreamError({ service: "meeting-object", retryable: true, cause: new Error("what Nora said") });
  const thrown = await thrownBy(down, log);
  expect(thrown).toBeInstanceOf(Response);
  expect(thrown).toMatchObject({ status: 503 });
  expect(thrown instanceof Response && thrown.headers.get("Retry-After")).toBe("30");
  expect(log).toHaveBeenCalledWith("page.unavailable", expect.objectContaining({ service: "meeting-object" }));
  expect(JSON.stringify(log.mock.calls)).not.toContain("Nora");
});

test.each([new UpstreamError({ service: "meeting-object", retryable: false }), new Error("ours")])(
  "anything else throws as it is: %s",
  async (error) => {
    expect(await thrownBy(error)).toBe(error);
  },
);
