// Preloaded into each child of the supervisor (`node --import`): ends the child's group when the supervisor is gone, also by SIGKILL. The
// supervisor holds the other end of standard input and never writes; the system closes it with the process.
import process from "node:process";

const STOP_MS_MAX = 5_000;

// Processes that a child starts inherit the preload, and not the supervisor.
if (process.env.ACTA_SUPERVISOR === String(process.ppid)) {
  process.stdin.once("close", endGroup).once("error", endGroup);
  process.stdin.resume();
  // It keeps nothing alive that would end by itself. Of a pipe it is a socket.
  if ("unref" in process.stdin) process.stdin.unref();
}

function endGroup() {
  // Without this the group's SIGTERM would end this process before it can make sure of the others.
  process.on("SIGTERM", () => {});
  signal("SIGTERM");
  setTimeout(() => signal("SIGKILL"), STOP_MS_MAX);
}

/** @param {NodeJS.Signals} name */
function signal(name) {
  try {
    // The supervisor makes each child the leader of its group.
    process.kill(-process.pid, name);
  } catch {
    // The group is gone.
  }
}
