import type { Texts } from "#app/i18n/types.ts";

export const spoken: Texts["spoken"] = {
  note: "L’enregistrement semble être en {{spoken}}, alors que la langue choisie était : {{chosen}}.",
  quoted:
    "L’enregistrement semble être en {{spoken}}, alors que la langue choisie était : {{chosen}} ; ce compte rendu le cite en {{spoken}}.",
  write: "Rédiger le compte rendu en {{spoken}}",
  transcribe: "Transcrire en {{spoken}}",
  noSpeakers: "Les voix de cet enregistrement n’ont pas été distinguées : ses lignes ne disent pas qui parle.",
};
