import * as z from "zod";

/** The name of the variable in which start-acta.ts leaves the running Actas, one for each of Playwright's workers. */
export const OWN_ACTAS = "ACTA_OF_EACH_WORKER";

const ownActa = z.object({
  origin: z.string(),
  identityOrigin: z.string(),
  speechOrigin: z.string(),
  stateDir: z.string(),
});
export type OwnActa = z.infer<typeof ownActa>;

/** Sets ACTA_ORIGIN, ACTA_IDENTITY_ORIGIN, ACTA_SPEECH_ORIGIN and ACTA_STATE_DIR to the Acta of this worker. Playwright numbers its workers from 0. */
export function chooseOwnActa(env: NodeJS.ProcessEnv): void {
  const own = z.array(ownActa).parse(JSON.parse(env[OWN_ACTAS] ?? "[]"))[Number(env.TEST_PARALLEL_INDEX)];
  if (!own) return;
  env.ACTA_ORIGIN = own.origin;
  env.ACTA_IDENTITY_ORIGIN = own.identityOrigin;
  env.ACTA_SPEECH_ORIGIN = own.speechOrigin;
  env.ACTA_STATE_DIR = own.stateDir;
}
