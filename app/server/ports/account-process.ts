import type { UserId } from "#app/domain/ids.ts";

/** The deletion of an account as use cases see it: a job in the object of the person's workspace. */
export interface AccountProcess {
  /** Begins the deletion, or goes on with it. Resolves once the job is stored. Idempotent. */
  deleteAccount(userId: UserId): Promise<void>;
}

/** Something outside Acta that a person has connected to their account: a calendar's token, a subscription. */
export interface AccountConnection {
  /** For the log. */
  name: string;
  /** Ends it at the service. Idempotent; throws UpstreamError where the service does not answer. */
  end(userId: UserId, signal: AbortSignal): Promise<void>;
}
