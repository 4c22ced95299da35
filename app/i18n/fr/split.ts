import type { Texts } from "#app/i18n/types.ts";

export const split: Texts["split"] = {
  title: "Diviser la réunion",
  at: "La seconde partie commence à {{at}}",
  nothingSaid: "Rien n’est dit ensuite.",
  lengths: "Dans cette réunion : {{first}}. Dans la seconde : {{second}}.",
  second: "Titre de la seconde réunion",
  secondTitle: "{{title}} (2)",
  will: "Ce qui se passe",
  kept: "Cette réunion garde son titre, ses liens et sa conversation. La seconde est privée jusqu’à ce que vous la partagiez.",
  same: "La seconde a le même modèle, le même dossier et les mêmes étiquettes, ainsi que les locuteurs et les tâches de sa partie.",
  minutes:
    "Le compte rendu des deux est rédigé à nouveau, une fois. L’actuel reste parmi les versions de cette réunion, avec toutes les lignes que vous avez modifiées.",
  recording:
    "L’enregistrement reste un seul fichier pour les deux. Personne d’autre que vous ne peut le lire, car il contient aussi l’autre partie. Les liens, les invités et votre équipe ne l’ont plus.",
  paid: "Rien n’est transcrit une seconde fois et votre forfait ne compte rien.",
  back: "Vous pouvez les réunir tant que les deux existent et vous appartiennent.",
  confirm: "Diviser la réunion",
  pending: "Division en cours",
  done: "Divisée en deux réunions",
  undo: "Annuler",
  undone: "De nouveau une seule réunion",
  note: {
    first: "Ceci est la première partie d’une réunion que vous avez divisée.",
    second: "Ceci est la seconde partie d’une réunion que vous avez divisée.",
    openFirst: "Ouvrir la première partie",
    openSecond: "Ouvrir la seconde partie",
    join: "Réunir les deux parties",
  },
  join: {
    title: "Réunir les deux parties",
    whole: "La première réunion est de nouveau entière, avec le compte rendu d’avant la division.",
    lost: "La seconde réunion est supprimée avec ses liens, sa conversation et tout ce qui y a été modifié depuis.",
    kept: "Les tâches envoyées à d’autres services y restent et ne sont pas envoyées deux fois.",
    confirm: "Réunir",
    pending: "Réunion des parties",
  },
  error: {
    failed: "La réunion n’a pas pu être divisée. Réessayez dans un instant.",
    joinFailed: "Les deux n’ont pas pu être réunies. Réessayez dans un instant.",
    tooNear: "Chaque partie doit durer au moins dix secondes. Choisissez un autre moment.",
    merged: "Cette réunion est composée de plusieurs enregistrements. Séparez-les d’abord.",
    changed:
      "L’une des deux a été réunie avec une autre, divisée ou supprimée en partie depuis : elles ne peuvent plus être réunies.",
    tooMany: "Cette réunion a déjà été divisée neuf fois. Divisez plutôt la seconde partie.",
    busy: "La réunion est encore en cours d’enregistrement ou de rédaction. Réessayez quand ce sera terminé.",
    notReady: "La réunion n’a pas encore de compte rendu terminé.",
  },
};
