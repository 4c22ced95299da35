import type { Texts } from "#app/i18n/types.ts";

export const network: Texts["network"] = {
  cutOff: "Sense connexió. El que tens obert aquí es queda.",
  needed: "Això necessita connexió, i ara mateix no n’hi ha.",
};
