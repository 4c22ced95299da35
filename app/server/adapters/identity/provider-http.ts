import { IDENTITY_ANSWER_BYTES_MAX, IDENTITY_CALL_MS_MAX } from "#app/domain/limits/account.ts";
import type { ProviderName } from "#app/server/ports/identity-provider.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

/**
 * One call to a provider: bounded in time and size, no redirects. What a provider writes into an error never leaves this
 * file. Throws UpstreamError where it does not answer, or answers with what we cannot read.
 */
export async function callProvider(
  provider: ProviderName,
  url: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown }> {
  let response: Response;
  try {
    response = await fetch(url, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(IDENTITY_CALL_MS_MAX),
    });
  } catch (cause) {
    throw new UpstreamError({ service: provider, retryable: true, cause });
  }
  const { status } = response;
  if (status === 429 || status >= 500) {
    await response.body?.cancel();
    throw new UpstreamError({ service: provider, status, retryable: true });
  }
  try {
    const body: unknown = JSON.parse(await readBounded(response));
    return { status, body };
  } catch (cause) {
    const isInvalidJson = cause instanceof SyntaxError;
    throw new UpstreamError({ service: provider, status, retryable: false, isInvalidJson, cause });
  }
}

async function readBounded(response: Response): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > IDENTITY_ANSWER_BYTES_MAX) {
      await reader.cancel();
      throw new RangeError("the answer is too long");
    }
    text += decoder.decode(value, { stream: true });
  }
}
