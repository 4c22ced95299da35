/** The model's answer was unusable, twice. The message names the problem and never contains the answer. */
export class UnusableAnswerError extends Error {
  constructor(problem: "not a draft" | "cut off" | "question too long" | "no verdicts") {
    super(`the model's answer cannot be used: ${problem}`);
    this.name = "UnusableAnswerError";
  }
}
