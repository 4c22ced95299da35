import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type BotEvent, type BotStream, botEvents } from "#app/contracts/recording/recorder.ts";

export type IngestFault = "none" | "refuse" | "reset" | "hang" | "stored-then-reset" | "gone";

/** Acta's side of the recorder's contract: checks digests and order, keeps everything, and can fail on request. */
export type CallIngest = {
  sink: { url: string; token: string };
  /** Events by attempt, in order, without holes. */
  events(attempt?: number): BotEvent[];
  /** Requests that were answered, of pieces, events and pictures. */
  requests(): number;
  pieces(): { stream: BotStream; segment: number; seq: number; bytes: Uint8Array }[];
  /** The bytes of one segment as they would be joined. */
  segment(stream: BotStream, segment: number): Uint8Array;
  screenshots(): Uint8Array[];
  /** Faults in the received requests: must be empty. */
  complaints: string[];
  /** Number of requests that a fault hit; the answers 410 of `gone` are not counted. */
  faults(): number;
  setFault(fault: IngestFault): void;
  askToStop(): void;
  close(): Promise<void>;
};

const TOKEN = "a-token-of-this-call-only";

export async function startCallIngest(): Promise<CallIngest> {
  const complaints: string[] = [];
  const screenshots: Uint8Array[] = [];
  const came = keepWhatComes((complaint) => complaints.push(complaint));
  let fault: IngestFault = "none";
  let faults = 0;
  let stop = false;
  let requests = 0;

  const server = createServer((request, response) => {
    const finish = (status: number, body?: unknown) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    take(request)
      .then((answer) => {
        if (answer === null) return null;
        if (fault === "stored-then-reset" && Math.random() < 0.3) {
          faults += 1;
          request.socket.destroy();
          return null;
        }
        finish(answer.status, answer.body);
        return null;
      })
      .catch((error: unknown) => {
        complaints.push(String(error));
        finish(500);
      });

    async function take(asked: IncomingMessage): Promise<{ status: number; body?: unknown } | null> {
      if (fault === "reset") {
        faults += 1;
        asked.socket.destroy();
        return null;
      }
      const bytes = await readAll(asked);
      if (fault === "hang") {
        faults += 1;
        return null;
      }
      if (asked.headers.authorization !== `Bearer ${TOKEN}`) {
        complaints.push("a request without the call's token");
        return { status: 401 };
      }
      if (fault === "refuse") {
        faults += 1;
        return { status: 500 };
      }
      if (fault === "gone") return { status: 410 };
      requests += 1;
      const path = new URL(asked.url ?? "/", "http://acta.invalid").pathname;
      if (asked.method === "POST" && path === "/call/events")
        return { status: 200, body: { seq: came.takeEvents(bytes), stop } };
      if (asked.method === "PUT" && path === "/call/screenshot") {
        screenshots.push(bytes);
        return { status: 204 };
      }
      return came.takePiece(path, bytes, String(asked.headers["x-acta-sha256"]));
    }
  });

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    sink: { url: `http://127.0.0.1:${port}/call`, token: TOKEN },
    events: came.events,
    pieces: came.pieces,
    requests: () => requests,
    segment: (stream, segment) =>
      Buffer.concat(
        came
          .pieces()
          .filter((each) => each.stream === stream && each.segment === segment)
          .map((each) => each.bytes),
      ),
    screenshots: () => screenshots,
    complaints,
    faults: () => faults,
    setFault(next) {
      fault = next;
    },
    askToStop() {
      stop = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Events in their order and pieces by their place; `complain` where one cannot be right. */
function keepWhatComes(complain: (complaint: string) => void) {
  const attempts = new Map<number, BotEvent[]>();
  const stored = new Map<string, Uint8Array>();
  /** Returns the number of the last event of the attempt. */
  function takeEvents(bytes: Uint8Array): number {
    const { attempt, events } = botEvents.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
    const known = attempts.get(attempt) ?? [];
    attempts.set(attempt, known);
    for (const event of events) {
      if (event.seq <= known.length) continue;
      if (event.seq !== known.length + 1) complain(`event ${event.seq} came after ${known.length}`);
      known.push(event);
    }
    return known.length;
  }

  function takePiece(path: string, bytes: Uint8Array, digest: string) {
    const match = /^\/call\/pieces\/(mix|tab)\/(\d+)\/(\d+)$/u.exec(path);
    if (!match) {
      complain(`an unknown path ${path}`);
      return { status: 404 };
    }
    if (createHash("sha256").update(bytes).digest("hex") !== digest) {
      complain(`the digest of ${path} is wrong`);
      return { status: 422 };
    }
    const key = `${match[1]} ${match[2]} ${match[3]}`;
    const before = stored.get(key);
    if (before && !Buffer.from(before).equals(Buffer.from(bytes))) {
      complain(`other bytes under ${path}`);
      return { status: 409 };
    }
    stored.set(key, bytes);
    return { status: 200, body: { ok: true } };
  }

  const pieces = () =>
    [...stored]
      .map(([key, bytes]) => {
        const [stream, segment, seq] = key.split(" ");
        return {
          stream: stream === "tab" ? ("tab" as const) : ("mix" as const),
          segment: Number(segment),
          seq: Number(seq),
          bytes,
        };
      })
      .toSorted(
        (one, other) => one.stream.localeCompare(other.stream) || one.segment - other.segment || one.seq - other.seq,
      );

  return { takeEvents, takePiece, pieces, events: (attempt = 1) => attempts.get(attempt) ?? [] };
}

async function readAll(request: IncomingMessage): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}
