// A log that outlives a full disk: lines are left out while the disk takes none, and the file goes on when it does.
import { createWriteStream } from "node:fs";

/** Time after a failure in which nothing is tried. */
const REOPEN_MS = 30_000;

/**
 * @param {string} file
 * @param {{ now?: () => number, open?: (file: string) => import("node:stream").Writable }} [options]
 */
export function openLogFile(file, { now = Date.now, open = openForAppending } = {}) {
  /** @type {import("node:stream").Writable | null} */
  let stream = null;
  let closedUntil = 0;
  let leftOut = 0;

  function opened() {
    if (stream !== null || now() < closedUntil) return stream;
    const fresh = open(file);
    // Without a listener the error of a stream ends the process, and everything that it started is left behind.
    fresh.on("error", () => {
      if (stream === fresh) stream = null;
      closedUntil = now() + REOPEN_MS;
      fresh.destroy();
    });
    stream = fresh;
    return fresh;
  }

  return {
    /** @param {string} line */
    write(line) {
      const log = opened();
      if (log === null) {
        leftOut += 1;
        return;
      }
      const note = leftOut > 0 ? `(${leftOut} lines are missing here: they could not be written)\n` : "";
      leftOut = 0;
      log.write(`${note}${line}\n`);
    },
    end() {
      stream?.end();
    },
  };
}

/** @param {string} file */
function openForAppending(file) {
  return createWriteStream(file, { flags: "a", mode: 0o600 });
}
