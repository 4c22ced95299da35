/**
 * What a model has answered about parts of a long transcript, and where it joined them, kept between the attempts at one
 * summary, so that what was written is not paid for again because something after it failed. Keys say which part of what; answers are the model's
 * own text and are read anew.
 */
export interface KeptParts {
  read(key: string): string | null;
  keep(key: string, answer: string): void;
}
