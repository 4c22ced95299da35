/**
 * The language model of one machine as its pages see it. `absent`: it is not there; `offer` is the model that a person can have
 * fetched, null when none can. `preparing`: it is fetched, or (without `download`) checked and loaded. `paused`: a part of it is here.
 * `failed`: `problem` is `offline` where its server cannot be reached, `server-gone` where the server that `uses` names does not answer.
 * Sizes in bytes. `servers`: language servers that the person runs (Ollama, LM Studio), each with its best model; `uses`: the one that
 * writes instead of Acta's own model.
 */
export type LanguageState = (
  | { state: "ready" }
  | { state: "preparing"; download: ModelDownload | null }
  | { state: "paused"; download: ModelDownload }
  | { state: "failed"; problem: string }
  | { state: "absent"; offer: { name: string; bytes: number } | null }
) & { servers: ServerModel[]; uses: ServerModel | null };

export type ModelDownload = { receivedBytes: number; totalBytes: number };
export type ServerModel = { server: "Ollama" | "LM Studio"; model: string };

/** All throw UpstreamError. */
export interface LocalModel {
  /** Begins nothing. */
  look(): Promise<LanguageState>;
  /** A person wants the model fetched, or goes on with a download. `ask` names this wish: another one after a failure tries again. */
  fetch(ask: string): Promise<LanguageState>;
  /** Ends the download; what has arrived is kept. */
  pause(): Promise<LanguageState>;
  /** A person wants a server of their own to write; null: Acta's own model again. The Worker starts again with it. */
  use(wanted: ServerModel | null): Promise<LanguageState>;
}
