import { exports } from "cloudflare:workers";
import { apiError } from "#app/contracts/api-answers.ts";
import { type CreditsResponse, creditsResponse } from "#app/contracts/billing.ts";
import { uploadStarted, type UploadStarted } from "#app/contracts/recording/upload-answers.ts";
import { checkAnswer } from "#tests/support/check-answer.ts";
import { meetingPayload } from "#tests/support/meeting-payload.ts";

/** For worker tests: the API as a browser calls it. */
export const ORIGIN = "http://localhost:8787";

type Call = { method?: string; cookie?: string; json?: unknown; body?: BodyInit; headers?: Record<string, string> };

/** A good answer is compared with what its endpoint declares. */
export async function call(
  path: string,
  { method = "GET", cookie, json, body, headers = {} }: Call = {},
): Promise<Response> {
  const url = new URL(path, ORIGIN);
  const response = await exports.default.fetch(url, {
    method,
    headers: {
      ...(cookie ? { Cookie: cookie } : {}),
      ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(body === undefined ? {} : { body }),
  });
  const { status, headers: sent } = response;
  await checkAnswer({ method, url: url.href, status, headers: sent, text: () => response.clone().text() });
  return response;
}

export const post = (path: string, cookie: string | undefined, json: unknown): Promise<Response> =>
  call(path, { method: "POST", json, ...(cookie ? { cookie } : {}) });

/** Status and error of an answer that must be a refusal. */
export async function refusalOf(response: Response) {
  const { error } = apiError.parse(await response.json());
  return { status: response.status, ...error };
}

/** A submit that must go well. */
export async function startUpload(cookie: string, over: Record<string, unknown> = {}): Promise<UploadStarted> {
  const response = await post("/api/acta/upload", cookie, meetingPayload(over));
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return uploadStarted.parse(await response.json());
}

/** The raw PUT of §7, with the length as a browser sends it. */
export function putBytes(
  { presignedUrl, headers }: Pick<UploadStarted, "presignedUrl" | "headers">,
  bytes: Uint8Array<ArrayBuffer>,
  over: Record<string, string> = {},
): Promise<Response> {
  return call(presignedUrl, {
    method: "PUT",
    body: bytes,
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Length": String(bytes.length),
      ...headers,
      ...over,
    },
  });
}

export const finishUpload = (cookie: string, meetId: string, over: Record<string, unknown> = {}): Promise<Response> =>
  post("/api/acta/upload_data", cookie, { meetId, meetingData: meetingPayload(over) });

export async function credits(cookie: string): Promise<CreditsResponse> {
  return creditsResponse.parse(await (await call("/api/acta/user/credits", { cookie })).json());
}
