/**
 * The language model of one machine as its pages see it. `absent`: it is not there; `offer` is the model that a person can have
 * fetched, null when none can. `preparing`: it is fetched, or (without `download`) loaded. Sizes in bytes.
 */
export type LanguageState =
  | { state: "ready" }
  | { state: "preparing"; download: { receivedBytes: number; totalBytes: number } | null }
  | { state: "failed"; problem: string }
  | { state: "absent"; offer: { name: string; bytes: number } | null };

/** Both throw UpstreamError. */
export interface LocalModel {
  /** Begins nothing. */
  look(): Promise<LanguageState>;
  /** A person wants the model fetched. `ask` names this wish: another one after a failure tries again. */
  fetch(ask: string): Promise<LanguageState>;
}
