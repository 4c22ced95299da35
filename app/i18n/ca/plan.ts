import type { Texts } from "#app/i18n/types.ts";

export const plan: Texts["plan"] = {
  used: "{{used}} de {{limit}} usades",
  limit: {
    title: "límit assolit",
    usedOnPlan: "usades al pla gratuït",
    ofLimit: "{{used}} de {{limit}}",
    text: "És tot el que inclou el pla gratuït. El que ja està escrit es pot continuar llegint i compartint.",
    pro: "Pro no té límit. No es cobra res abans que triïs.",
    upgrade: "Millora el pla",
  },
};
