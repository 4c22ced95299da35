import { spawn } from "node:child_process";
import { once } from "node:events";

export type ProcessRow = { pid: number; parent: number; args: string };

/** Everything that runs on this machine, as `ps` sees it. */
export async function processRows(): Promise<ProcessRow[]> {
  const ps = spawn("ps", ["-eo", "pid=,ppid=,args="], { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  ps.stdout.on("data", (bytes) => {
    text += String(bytes);
  });
  await once(ps, "close");
  return text.split("\n").flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
    return match ? [{ pid: Number(match[1]), parent: Number(match[2]), args: match[3] ?? "" }] : [];
  });
}

/** A workerd that serves, among some processes. */
export function isWorkerd({ args }: ProcessRow): boolean {
  return args.includes("workerd") && args.includes(" serve ");
}
