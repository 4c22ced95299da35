import type { Texts } from "#app/i18n/types.ts";

export const plan: Texts["plan"] = {
  used: "{{used}} de {{limit}} usadas",
  limit: {
    title: "límite alcanzado",
    usedOnPlan: "usadas en el plan gratuito",
    ofLimit: "{{used}} de {{limit}}",
    text: "Es todo lo que incluye el plan gratuito. Lo que ya está escrito sigue siendo tuyo para leerlo y compartirlo.",
    pro: "Pro no tiene límite. No se cobra nada antes de que elijas.",
    upgrade: "Mejorar el plan",
  },
};
