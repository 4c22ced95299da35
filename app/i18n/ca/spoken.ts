import type { Texts } from "#app/i18n/types.ts";

export const spoken: Texts["spoken"] = {
  note: "Sembla que a la gravació es parla {{spoken}}, però es va triar {{chosen}}.",
  quoted:
    "Sembla que a la gravació es parla {{spoken}}, però es va triar {{chosen}}; aquesta acta la cita en {{spoken}}.",
  write: "Escriu l’acta en {{spoken}}",
  transcribe: "Transcriu en {{spoken}}",
  noSpeakers: "No s’han distingit les veus d’aquesta gravació: les línies no diuen qui parla.",
};
