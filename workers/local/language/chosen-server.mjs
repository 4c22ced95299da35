// The person's choice of a server of their own (Ollama, LM Studio) for the minutes, in a file of the data folder: the language server
// writes it on the person's order, and `npm start` reads it for the Worker's variables.
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";

/** @typedef {{ server: "Ollama" | "LM Studio", origin: string, model: string }} ChosenServer */

/** Null where none is chosen, or the file cannot be read. @param {string} file @returns {ChosenServer | null} */
export function readChosenServer(file) {
  try {
    const { server, origin, model } = JSON.parse(readFileSync(file, "utf8"));
    if (server !== "Ollama" && server !== "LM Studio") return null;
    return typeof origin === "string" && typeof model === "string" ? { server, origin, model } : null;
  } catch {
    return null;
  }
}

/** @param {string} file @param {ChosenServer | null} chosen */
export function writeChosenServer(file, chosen) {
  if (chosen === null) {
    rmSync(file, { force: true });
    return;
  }
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(chosen), { mode: 0o600 });
  renameSync(fresh, file);
}
