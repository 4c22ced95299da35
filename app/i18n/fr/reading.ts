export const reading = {
  find: {
    label: "Rechercher dans la transcription",
    placeholder: "Rechercher dans la transcription",
    count: "{{at}} sur {{all}}",
    noData: "Aucune donnée trouvée.",
    noMatches: "Aucun résultat.",
    next: "Résultat suivant",
    previous: "Résultat précédent",
  },
  more: {
    earlier: "Ce qui a été dit avant",
    later: "Ce qui a été dit après",
    all: "Toute la transcription en texte",
    coming: "La suite arrive.",
    failed: "Le reste de la transcription n’a pas pu être chargé.",
    again: "Le recharger",
  },
  skipSilence: "Sauter les silences",
  picture: {
    captions: "Sous-titres",
    larger: "Image plus grande",
    smaller: "Image plus petite",
    close: "Fermer l’image",
  },
  copy: {
    passage: "Copier avec l’heure et le lien",
    transcript: "Copier la transcription",
    done: "Copié.",
    failed: "La copie n’a pas abouti. Votre navigateur ne la permet peut-être pas.",
  },
  keys: {
    button: "Raccourcis",
  },
} as const;
