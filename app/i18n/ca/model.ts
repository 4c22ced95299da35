import type { Texts } from "#app/i18n/types.ts";

export const model: Texts["model"] = {
  heading: "Model en aquest ordinador",
  offer:
    "Les actes són cites fins que les escrigui un model. Escriu actes de debò en aquest ordinador: el model es baixa una sola vegada ({{size}}).",
  offerServers:
    "Les actes són cites fins que les escrigui un model. Les pot escriure un model que funcioni en aquest ordinador.",
  fetch: "Baixa el model",
  use: "Fes servir {{model}} de {{server}}",
  useOwn: "Fes servir el model d’Acta",
  fetching: "S’està baixant el model: {{percent}} % de {{size}}",
  pause: "Pausa",
  paused: "La baixada del model està en pausa al {{percent}} %.",
  resume: "Continua",
  loading: "El model ha arribat; s’està comprovant i carregant.",
  failed: "No s’ha pogut baixar o iniciar el model. El que ha arribat es conserva.",
  offline:
    "Sense internet no es pot baixar el model; sí que serveixen un model que Ollama o LM Studio tingui en aquest ordinador o un fitxer propi.",
  disk: "No hi ha lloc al disc per al model, o Acta no hi pot escriure.",
  memory: "Aquest ordinador té poca memòria lliure per al model: tanca altres programes o tria’n un de més petit.",
  serverGone: "{{server}} no respon o ja no té {{model}}: inicia {{server}} o deixa que escrigui un altre model.",
  tryAgain: "Torna-ho a provar",
  ready: "El model és aquí. Escriu les actes de les reunions que esperen, una rere l’altra.",
  readyHere:
    "Això són cites. El model és aquí i escriu les reunions que esperen, una rere l’altra; aquesta pot ser la següent.",
  writes: "Les actes les escriu un model d’aquest ordinador.",
  writesFrom: "{{model}} de {{server}} escriu les actes.",
};
