/** "stop" as one says it to a recorder, in Acta's languages; the whole line, so that nobody stops it by talking about stopping. */
const STOP =
  /^(?:@?acta[\s,:!]*)?(?:please[\s,]*)?(?:stop|para|parar|detente|atura|aturar|arrête|arrete)(?:[\s,]*acta)?[\s.!]*$/iu;

export function asksToStop(text: string): boolean {
  return STOP.test(text.normalize("NFC").trim());
}
