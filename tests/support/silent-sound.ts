import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const START_MS_MAX = 30_000;

/** A sound card that is not there, for a browser that needs one: a PulseAudio of its own, on a socket in a folder of its own. */
export async function startSilentSound(): Promise<{ server: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-sound-"));
  const socket = path.join(folder, "socket");
  const modules = [`module-native-protocol-unix auth-anonymous=1 socket=${socket}`, "module-null-sink"];
  const options = ["-n", "--daemonize=no", "--use-pid-file=no", "--disallow-exit", "--exit-idle-time=-1"];
  const child = spawn("pulseaudio", [...options, ...modules.map((each) => `--load=${each}`)], {
    env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder },
    stdio: "ignore",
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    await rm(folder, { recursive: true, force: true });
  };
  const isThere = () =>
    stat(socket).then(
      () => true,
      () => false,
    );
  for (const until = Date.now() + START_MS_MAX; !(await isThere()); ) {
    if (Date.now() > until || child.exitCode !== null) {
      await stop();
      throw new Error("PulseAudio did not start");
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { server: `unix:${socket}`, stop };
}
