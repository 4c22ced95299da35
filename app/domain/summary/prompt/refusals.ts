/** Messages of servers that refuse a question; there is no common code for either reason. */
const FORMAT = /response[_ ]?format|json[_ ]?(schema|object|mode)|structured[_ ]?output|guided[_ ]|grammar/iu;
const TOO_LONG =
  /context[_ ]?(length|size|window)|exceed[_ ]?context|maximum[_ ]context|(prompt|input) (?:is )?too long|too many tokens/iu;

const STREAM = /(?<![a-z])stream(?:ing|ed|_options)?(?![a-z])/iu;

const REASONING = /reasoning|thinking|chat[_ ]?template/iu;

/** The server or its model does not know how to be asked without reasoning. */
export function refusesReasoning(said: string): boolean {
  return REASONING.test(said);
}

/** The server cannot stream its answer. */
export function refusesStream(said: string): boolean {
  return STREAM.test(said);
}

/** The server or its model does not accept a required answer format. */
export function refusesFormat(said: string): boolean {
  return FORMAT.test(said);
}

/** The question is longer than the model can read. */
export function saysTooLong(said: string): boolean {
  return TOO_LONG.test(said);
}
