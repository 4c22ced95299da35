import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Records the sound that reaches the bot's page, beside the recorder and without it: on a machine that is too busy the speakers' browser
 * sends damaged sound, and the receiver stretches what comes late. The recorder can keep only what arrives.
 */
export type Witness = {
  /** The tag for the bot's page, which has to come before the page's own scripts. */
  tag: string;
  /** Takes a request of the tag's script; false for any other. */
  take(request: IncomingMessage, response: ServerResponse): boolean;
  /** The sound of every track that reached the page of a room. */
  reached(room: number): ReachedTrack[];
};

/** A WebM file, and its beginning by the clock of the page. */
export type ReachedTrack = { startedAt: number; file: Uint8Array };

const PREFIX = "/witness/";

export function openWitness(): Witness {
  /** By room, number of the track, and its beginning. */
  const pieces = new Map<string, Buffer[]>();
  return {
    tag: `<script>(${recordTracks.toString()})(${JSON.stringify(PREFIX)})</script>`,
    take(request, response) {
      const { pathname } = new URL(request.url ?? "/", "http://page.invalid");
      if (!pathname.startsWith(PREFIX)) return false;
      const track = pathname.slice(PREFIX.length);
      const own = pieces.get(track) ?? [];
      pieces.set(track, own);
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        own.push(Buffer.concat(chunks));
        response.writeHead(204).end();
      });
      return true;
    },
    reached: (room) =>
      [...pieces].flatMap(([track, own]) => {
        const [itsRoom, , startedAt] = track.split("/").map(Number);
        return itsRoom === room ? [{ startedAt: startedAt ?? 0, file: new Uint8Array(Buffer.concat(own)) }] : [];
      }),
  };
}

/** Runs in the page, as text. One piece is sent after the other, so that they arrive in order. */
function recordTracks(prefix: string): void {
  const room = new URL(location.href).searchParams.get("room");
  let tracks = 0;
  const Native = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Native {
    constructor(...given: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...given);
      this.addEventListener("track", ({ track }) => {
        if (track.kind !== "audio") return;
        tracks += 1;
        const address = `${prefix}${room}/${tracks}/${performance.timeOrigin + performance.now()}`;
        const recorder = new MediaRecorder(new MediaStream([track]), { mimeType: "audio/webm;codecs=opus" });
        let sent: Promise<unknown> = Promise.resolve();
        recorder.addEventListener("dataavailable", ({ data }) => {
          sent = sent.then(() => fetch(address, { method: "POST", body: data })).catch(() => {});
        });
        recorder.start(1_000);
      });
    }
  };
}
