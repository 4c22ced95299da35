import { startActa } from "#tests/support/acta-process.ts";

/** Starts one Acta for the whole browser run; ends it, and its folder, afterwards. */
export default async function globalSetup() {
  const acta = await startActa();
  process.env.ACTA_ORIGIN = acta.origin;
  process.env.ACTA_IDENTITY_ORIGIN = acta.identityOrigin;
  return async () => {
    await acta.stop();
  };
}
