import type { Texts } from "#app/i18n/types.ts";

export const network: Texts["network"] = {
  cutOff: "Sin conexión. Lo que está abierto aquí se queda.",
  needed: "Esto necesita conexión, y ahora mismo no la hay.",
};
