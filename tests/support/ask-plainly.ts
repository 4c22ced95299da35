import { request } from "node:http";

/** Replaces the status if the server closed the connection and its answer, if any, was lost. */
export const HUNG_UP = 0;

export type PlainAnswer = { status: number; headers: Headers; bytes: Uint8Array };

/**
 * Sends one HTTP request unchanged: follows no redirect, and allows any method and header. If a server answers and closes the
 * connection before it has read the body, the answer counts; `fetch` would only report that the body could not be sent.
 */
export function askPlainly(
  url: string,
  asked: { method: string; headers: Record<string, string>; body: Uint8Array | null },
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const { method, headers, body } = asked;
    const length = body ? { "Content-Length": String(body.byteLength) } : {};
    let answered = false;
    const sent = request(url, { method, headers: { ...headers, ...length }, agent: false }, (response) => {
      answered = true;
      const pieces: Buffer[] = [];
      const end = () => {
        const flat = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        resolve({ status: response.statusCode ?? 0, headers: new Headers(flat), bytes: Buffer.concat(pieces) });
      };
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("end", end);
      response.on("error", end);
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      if (answered) return;
      if (error.code === "ECONNRESET" || error.code === "EPIPE") {
        resolve({ status: HUNG_UP, headers: new Headers(), bytes: new Uint8Array() });
      } else {
        reject(error);
      }
    });
    sent.end(body ?? undefined);
  });
}
