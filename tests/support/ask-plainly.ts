import { request } from "node:http";

/** In place of a status where the server hung up and its answer, if there was one, was lost. */
export const HUNG_UP = 0;

export type PlainAnswer = { status: number; headers: Headers; bytes: Uint8Array };

/**
 * One HTTP request as it is written: no redirect is followed, any method and header goes. A server that answers and hangs up
 * before it has read the body has answered: `fetch` would only say that its body could not be sent.
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
