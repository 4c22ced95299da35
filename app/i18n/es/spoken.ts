import type { Texts } from "#app/i18n/types.ts";

export const spoken: Texts["spoken"] = {
  note: "Parece que en la grabación se habla {{spoken}}, pero se eligió {{chosen}}.",
  quoted: "Parece que en la grabación se habla {{spoken}}, pero se eligió {{chosen}}; esta acta la cita en {{spoken}}.",
  write: "Escribir el acta en {{spoken}}",
  transcribe: "Transcribir en {{spoken}}",
  noSpeakers: "No se han distinguido las voces de esta grabación: sus líneas no dicen quién habla.",
};
