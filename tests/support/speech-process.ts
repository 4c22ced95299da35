import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The speech stand-in (tests/fakes/speech-server.mjs) as a process of its own, told what to do over HTTP. */
export type SpeechProcess = {
  origin: string;
  tell(orders: Record<string, unknown>): Promise<void>;
  asked(): Promise<{ requests: number; active: number; asked: { seconds: number; language: string }[] }>;
  stop(): Promise<void>;
};

export async function startSpeech(env: Record<string, string> = {}): Promise<SpeechProcess> {
  const script = fileURLToPath(new URL("../fakes/speech-server.mjs", import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const origin = await addressOf(child);
  return {
    origin,
    async tell(orders) {
      await fetch(`${origin}/control`, { method: "POST", body: JSON.stringify(orders) });
    },
    async asked() {
      return (await fetch(`${origin}/control`)).json();
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  let written = "";
  for await (const bytes of child.stdout ?? []) {
    written += String(bytes);
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(written);
    if (found) return found[0];
  }
  throw new Error(`the speech stand-in did not start: ${written}`);
}
