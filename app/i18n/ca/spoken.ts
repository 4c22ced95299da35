import type { Texts } from "#app/i18n/types.ts";

export const spoken: Texts["spoken"] = {
  note: "Sembla que a l’enregistrament es parla {{spoken}}, però es va triar {{chosen}}.",
  quoted:
    "Sembla que a l’enregistrament es parla {{spoken}}, però es va triar {{chosen}}; aquesta acta el cita en {{spoken}}.",
  write: "Escriure l’acta en {{spoken}}",
};
