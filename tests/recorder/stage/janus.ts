import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#tests/support/free-port.ts";
import { openWitness, type ReachedTrack, type Witness } from "./witness.ts";

const DEMOS = "/usr/share/janus/demos";
const SCRIPTS = "/usr/share/javascript";
const WITNESSED = "witnessed";

/** A real meeting server that is not ours: Debian's Janus with the video room page of its demos, on loopback. */
export type Janus = {
  /** Origin of the page: the recorder's RECORDER_LOCAL_ORIGIN. */
  origin: string;
  meetingUrl(room: number): string;
  /** The same page, which records the sound that reaches it. */
  witnessedUrl(room: number): string;
  createRoom(room: number): Promise<void>;
  destroyRoom(room: number): Promise<void>;
  /** Removes every participant with this name, publishing or not. */
  kick(room: number, display: string): Promise<void>;
  participants(room: number): Promise<string[]>;
  /** The sound that reached the witnessed page of a room. */
  reached(room: number): ReachedTrack[];
  /** Ends the server at once, as in a crash. */
  kill(): void;
  close(): Promise<void>;
};

export async function startJanus(media: { from: number; to: number }): Promise<Janus> {
  const folder = mkdtempSync(path.join(tmpdir(), "acta-janus-"));
  const port = await freePort();
  const requests = await freePort();
  writeConfiguration(folder, { socket: port, requests }, media);
  const janus = spawn("janus", ["-F", folder], { stdio: "ignore" });
  const witness = openWitness();
  const page = await servePage(port, witness);
  const address = `http://127.0.0.1:${requests}/janus`;
  await untilItAnswers(janus, address);
  const origin = `http://127.0.0.1:${page.port}`;
  const ask = (body: Record<string, unknown>) => askRoom(address, body);
  return {
    origin,
    meetingUrl: (room) => `${origin}/videoroomtest.html?room=${room}`,
    witnessedUrl: (room) => `${origin}/videoroomtest.html?room=${room}&${WITNESSED}=true`,
    async createRoom(room) {
      await ask({ request: "create", room, publishers: 6, bitrate: 1_500_000, fir_freq: 10, secret: "adminpwd" });
    },
    async destroyRoom(room) {
      await ask({ request: "destroy", room, secret: "adminpwd" });
    },
    async kick(room, display) {
      const found = (await listPeople(ask, room)).find((each) => each.display === display);
      if (!found) throw new Error("nobody of this name is in the room");
      await ask({ request: "kick", room, secret: "adminpwd", id: found.id });
    },
    participants: async (room) => (await listPeople(ask, room)).map((each) => each.display),
    reached: (room) => witness.reached(room),
    kill: () => void janus.kill("SIGKILL"),
    async close() {
      page.close();
      if (janus.exitCode === null && janus.signalCode === null) {
        const gone = new Promise((resolve) => janus.once("exit", resolve));
        janus.kill("SIGKILL");
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeConfiguration(
  folder: string,
  ports: { socket: number; requests: number },
  media: { from: number; to: number },
): void {
  const library = "/usr/lib/x86_64-linux-gnu/janus";
  const libraries = existsSync(library)
    ? library
    : `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/janus`;
  // Only what the room needs is put where Janus looks for it.
  mkdirSync(path.join(folder, "none"));
  writeFileSync(
    path.join(folder, "janus.jcfg"),
    `general: {
  configs_folder = "${folder}"
  plugins_folder = "${libraries}/plugins"
  transports_folder = "${libraries}/transports"
  events_folder = "${folder}/none"
  loggers_folder = "${folder}/none"
  debug_level = 3
  session_timeout = 60
}
media: { rtp_port_range = "${media.from}-${media.to}" }
nat: { full_trickle = true  ice_lite = true  ice_enforce_list = "127.0.0.1" }
plugins: { disable = "libjanus_audiobridge.so,libjanus_duktape.so,libjanus_echotest.so,libjanus_lua.so,libjanus_nosip.so,libjanus_recordplay.so,libjanus_sip.so,libjanus_streaming.so,libjanus_textroom.so,libjanus_videocall.so,libjanus_voicemail.so" }
transports: { disable = "libjanus_mqtt.so,libjanus_nanomsg.so,libjanus_pfunix.so,libjanus_rabbitmq.so" }
`,
  );
  writeFileSync(
    path.join(folder, "janus.transport.websockets.jcfg"),
    `general: { json = "compact"  ws = true  ws_port = ${ports.socket}  ws_ip = "127.0.0.1"  wss = false }\nadmin: { admin_ws = false }\n`,
  );
  writeFileSync(
    path.join(folder, "janus.transport.http.jcfg"),
    `general: { json = "compact"  base_path = "/janus"  http = true  port = ${ports.requests}  ip = "127.0.0.1"  https = false }\nadmin: { admin_http = false }\n`,
  );
  writeFileSync(path.join(folder, "janus.plugin.videoroom.jcfg"), "general: { }\n");
}

/** The demo page as Debian ships it, except the file with the server's address: the shipped one does not work. */
async function servePage(janusPort: number, witness: Witness): Promise<{ port: number; close: () => void }> {
  const settings = `var server="ws://127.0.0.1:${janusPort}"; var iceServers=[]; var token=""; var apisecret="";`;
  const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://page.invalid");
    if (witness.take(request, response)) return;
    if (pathname === "/settings.js") return void response.end(settings);
    const name = path.normalize(decodeURIComponent(pathname));
    const file = name.startsWith("/javascript/")
      ? path.join(SCRIPTS, name.slice("/javascript".length))
      : path.join(DEMOS, name);
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": types[path.extname(file)] ?? "application/octet-stream" });
    if (searchParams.has(WITNESSED)) response.write(witness.tag);
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function untilItAnswers(janus: ChildProcess, address: string): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) {
    if (janus.exitCode !== null) throw new Error(`Janus ended by itself (${janus.exitCode})`);
    try {
      await askRoom(address, { request: "list" });
      return;
    } catch {
      await wait(100);
    }
  }
  throw new Error("Janus did not start");
}

async function listPeople(ask: (body: Record<string, unknown>) => Promise<unknown>, room: number) {
  const answer = (await ask({ request: "listparticipants", room })) as {
    participants?: { id: number; display?: string }[];
  };
  return (answer.participants ?? []).map(({ id, display }) => ({ id, display: display ?? "" }));
}

/** One request to the video room plugin, over a session of its own. */
async function askRoom(address: string, body: Record<string, unknown>): Promise<unknown> {
  const send = async (path: string, message: Record<string, unknown>) => {
    const answer = await fetch(`${address}${path}`, {
      method: "POST",
      body: JSON.stringify({ ...message, transaction: "stage" }),
      signal: AbortSignal.timeout(5_000),
    });
    const told: { data?: { id: number }; plugindata?: { data: { error?: string } } } = await answer.json();
    return told;
  };
  const session = (await send("", { janus: "create" })).data?.id;
  try {
    const handle = (await send(`/${session}`, { janus: "attach", plugin: "janus.plugin.videoroom" })).data?.id;
    const { plugindata } = await send(`/${session}/${handle}`, { janus: "message", body });
    if (plugindata?.data.error) throw new Error(`Janus: ${plugindata.data.error}`);
    return plugindata?.data;
  } finally {
    await send(`/${session}`, { janus: "destroy" });
  }
}
