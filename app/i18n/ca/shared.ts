import type { Texts } from "#app/i18n/types.ts";

/** The page behind a link, which the server writes whole: no browser loads these texts to draw it. */
export const shared: Texts["shared"] = {
  preview: "Acta compartida",
  previewText: "Algú ha compartit amb tu l’acta d’una reunió.",
  sharedBy: "Compartida per {{name}}",
  zone: "(zona horària: {{city}})",
  hidden: {
    transcript: "S’han compartit el resum i la gravació; la transcripció, no.",
    recording: "S’han compartit el resum i la transcripció; la gravació, no, i per això les hores són només text.",
    both: "Només s’ha compartit el resum; la transcripció i la gravació, no, i per això les hores són només text.",
    nothing: "S’han compartit el resum, la transcripció i la gravació.",
    textOnly: "S’han compartit el resum i la transcripció; no hi ha gravació.",
    summaryOnly: "Només s’ha compartit el resum; la transcripció, no, i no hi ha gravació.",
  },
  untilRevoked: "L’enllaç funciona fins que {{name}} el retiri.",
  untilDay: "L’enllaç funciona fins al {{day}} o fins que {{name}} el retiri.",
  proof: "Cada hora assenyala el moment que demostra la línia: prem-la per sentir-lo.",
  notYet: "L’acta encara no s’ha escrit. Torna més tard; l’enllaç és el mateix.",
  take: "Baixa",
  picture: "Imatge",
  /** The page of a clip. */
  clip: {
    sharedBy: "Compartit per {{name}}",
    only: "Només s’ha compartit aquest fragment de la reunió.",
    words: "El que s’hi diu",
    failed: "No s’ha pogut carregar la gravació. Torna a carregar la pàgina o prova-ho més tard.",
    deleted: "La gravació d’aquesta reunió s’ha suprimit.",
    locked: "La gravació d’aquesta reunió no es pot reproduir ara mateix.",
    never: "Aquesta reunió no té cap gravació que es pugui reproduir aquí.",
    download: "Baixa {{format}}",
    whole: "Obre la reunió sencera: {{title}}",
    preview: "Un fragment d’una reunió, {{length}}.",
  },
  gone: {
    text: "Qui la va compartir pot haver retirat l’enllaç, o l’enllaç ha caducat. Demana-li’n un de nou. Si creus que és un error, escriu a",
    mail: "i digues qui la va compartir.",
    signIn: "Inicia la sessió",
    yours: "És la teva reunió? Inicia la sessió: és al teu historial i des d’allà la pots tornar a compartir.",
  },
};
