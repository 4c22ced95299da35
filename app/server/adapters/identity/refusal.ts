import type { IdentityRefusal } from "#app/server/ports/identity-provider.ts";

/** Carries a refusal through the library, which knows only thrown errors. It never leaves this folder. */
export class RefusedError extends Error {
  constructor(
    readonly reason: IdentityRefusal,
    /** Description of the problem in our own words, for a developer's log. */
    detail: string,
    cause?: unknown,
  ) {
    super(`${reason}: ${detail}`, { cause });
    this.name = "RefusedError";
  }
}
