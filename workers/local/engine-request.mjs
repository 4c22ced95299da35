// Requests to the engines that `npm start` runs on loopback: their key, their body, and the asker that they name.
import { createHash, timingSafeEqual } from "node:crypto";

const ASK_CHARS_MAX = 200;
/** A window is at most 24 MiB; a form around it adds little. */
export const WINDOW_BODY_BYTES_MAX = 26 * 1024 * 1024;

/** Compares digests, so that the time of the comparison says nothing about the key. @param {string | undefined} authorization @param {string} key */
export function isKey(authorization, key) {
  const digest = (/** @type {string} */ text) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${key}`));
}

/** Aborted when the caller has left. @param {import("node:http").ServerResponse} response */
export function endOf(response) {
  const left = new AbortController();
  response.on("close", () => left.abort());
  return left.signal;
}

/** The whole body, or null when it is larger than `bytesMax`. @param {import("node:http").IncomingMessage} request @param {number} bytesMax */
export async function readBody(request, bytesMax) {
  /** @type {Buffer[]} */
  const pieces = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > bytesMax) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The asker's key, which stays the same while they wait for one thing; null when it is not valid. @param {Buffer} bytes */
export function readAsk(bytes) {
  const told = parseJson(bytes);
  const ask = typeof told === "object" && told !== null && "ask" in told ? told.ask : null;
  return typeof ask === "string" && ask !== "" && ask.length <= ASK_CHARS_MAX ? ask : null;
}

/** @param {Buffer} bytes @returns {unknown} undefined when it is no JSON */
export function parseJson(bytes) {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
