/** Events of a workspace that a consumer did not take in all its attempts. */
export interface DeadLetters {
  of(workspaceId: string): DeadLettersStub;
}

/** The object of one workspace. */
export interface DeadLettersStub {
  /** The number of each consumer's. With `isRetried` they are given to it again, which is not waited for. */
  deadLetters(asked: { isRetried: boolean }): Promise<{ consumer: string; letters: number }[]>;
}
