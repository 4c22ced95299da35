/**
 * Stores a model's answers about parts of a long transcript, and about joined parts, between the attempts at one summary, so that
 * a later failure does not make Acta pay for the same answer twice. A key names the part; answers are the model's own text and
 * are parsed again.
 */
export interface KeptParts {
  read(key: string): string | null;
  keep(key: string, answer: string): void;
}
