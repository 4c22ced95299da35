// A command reaches the supervisor of a data folder by a socket beside the folder's lock, which only the same user may open.
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import process from "node:process";
import { lockOf } from "../preflight.mjs";

/** @param {string} dataDir */
const socketOf = (dataDir) => lockOf(dataDir).replace(/\.sock$/, "-control.sock");

/** Answers each connection with what `act` returns, one at a time. The caller holds the folder. @param {string} dataDir @param {() => Promise<string>} act */
export function serveControl(dataDir, act) {
  const file = socketOf(dataDir);
  rmSync(file, { force: true });
  let last = Promise.resolve();
  /** @param {Promise<void>} earlier @param {import("node:net").Socket} socket */
  const after = async (earlier, socket) => {
    await earlier;
    const answer = await act().then(
      (value) => ({ value }),
      (error) => ({ error: String(error) }),
    );
    socket.end(JSON.stringify(answer));
  };
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    last = after(last, socket);
  });
  // A machine without such sockets has no backup of a running Acta.
  server.on("error", () => {});
  server.listen(file).unref();
  process.once("exit", () => rmSync(file, { force: true }));
}

/** Returns the answer of the supervisor; null where none runs on this folder. Throws what it failed with. @param {string} dataDir @returns {Promise<string | null>} */
export async function askControl(dataDir) {
  const socket = connect(socketOf(dataDir));
  let text = "";
  try {
    for await (const chunk of socket.setEncoding("utf8")) text += chunk;
  } catch {
    return null;
  }
  const { value, error } = JSON.parse(text);
  if (error !== undefined) throw new Error(error);
  return value;
}
