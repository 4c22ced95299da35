import type { Texts } from "#app/i18n/types.ts";

export const network: Texts["network"] = {
  cutOff: "Sin conexión. Esta página sigue abierta; lo que necesita el servidor espera.",
  needed: "Esto necesita conexión, y ahora mismo no la hay.",
};
