/**
 * Stores a model's answers about parts of a long transcript, and about joined parts, so that Acta does not pay for the same answer
 * twice: between the attempts at one summary, or for as long as the implementation keeps them. A key is the hash of the whole
 * question, so a part whose words have changed has another one; answers are the model's own text and are parsed again.
 */
export interface KeptParts {
  read(key: string): string | null;
  keep(key: string, answer: string): void;
}
