export const reading = {
  find: {
    label: "Cerca a la transcripció",
    placeholder: "Cerca a la transcripció",
    count: "{{at}} de {{all}}",
    noData: "No s’han trobat dades.",
    noMatches: "No hi ha coincidències.",
    next: "Coincidència següent",
    previous: "Coincidència anterior",
  },
  more: {
    earlier: "El que es va dir abans",
    later: "El que es va dir després",
    all: "Tota la transcripció com a text",
    coming: "La resta ja arriba.",
    failed: "No s’ha pogut carregar la resta de la transcripció.",
    again: "Torna-la a carregar",
  },
  skipSilence: "Salta els silencis",
  picture: { captions: "Subtítols", larger: "Imatge més gran", smaller: "Imatge més petita", close: "Tanca la imatge" },
  copy: {
    passage: "Copia amb hora i enllaç",
    transcript: "Copia la transcripció",
    done: "Copiat.",
    failed: "No s’ha pogut copiar. Potser el navegador no ho permet.",
  },
  keys: {
    button: "Dreceres",
  },
} as const;
