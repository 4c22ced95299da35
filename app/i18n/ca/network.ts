import type { Texts } from "#app/i18n/types.ts";

export const network: Texts["network"] = {
  cutOff: "Sense connexió. Aquesta pàgina continua oberta; el que necessita el servidor espera.",
  needed: "Això necessita connexió, i ara mateix no n’hi ha.",
};
