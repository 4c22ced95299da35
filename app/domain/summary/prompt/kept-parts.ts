/**
 * What a model has answered about parts of a long transcript, kept between the attempts at one summary, so that a part
 * that was written is not paid for again because another one failed. Keys say which part of what; answers are the model's
 * own text and are read anew.
 */
export interface KeptParts {
  read(key: string): string | null;
  keep(key: string, answer: string): void;
}
