import type { Texts } from "#app/i18n/types.ts";

/** The page behind a link, which the server writes whole: no browser loads these texts to draw it. */
export const shared: Texts["shared"] = {
  preview: "Compte rendu partagé",
  previewText: "Quelqu’un a partagé avec vous le compte rendu d’une réunion.",
  sharedBy: "Partagée par {{name}}",
  zone: "(fuseau horaire : {{city}})",
  hidden: {
    transcript: "Le résumé et l’enregistrement sont partagés ; la transcription ne l’est pas.",
    recording:
      "Le résumé et la transcription sont partagés ; l’enregistrement ne l’est pas, si bien que les heures ne sont que du texte.",
    both: "Seul le résumé est partagé ; la transcription et l’enregistrement ne le sont pas, si bien que les heures ne sont que du texte.",
    nothing: "Le résumé, la transcription et l’enregistrement sont partagés.",
    textOnly: "Le résumé et la transcription sont partagés ; il n’y a pas d’enregistrement.",
    summaryOnly: "Seul le résumé est partagé ; la transcription ne l’est pas, et il n’y a pas d’enregistrement.",
  },
  untilRevoked: "Le lien fonctionne jusqu’à ce que {{name}} le retire.",
  untilDay: "Le lien fonctionne jusqu’au {{day}}, ou jusqu’à ce que {{name}} le retire.",
  proof: "Chaque heure marque le moment qui prouve la ligne : appuyez pour l’entendre.",
  notYet: "Le compte rendu n’est pas encore écrit. Revenez plus tard ; le lien reste le même.",
  take: "Télécharger",
  picture: "Image",
  /** The page of a clip. */
  clip: {
    sharedBy: "Partagé par {{name}}",
    only: "Seul cet extrait de la réunion est partagé.",
    words: "Ce qui est dit",
    failed: "L’enregistrement n’a pas pu être chargé. Rechargez la page ou réessayez plus tard.",
    deleted: "L’enregistrement de cette réunion a été supprimé.",
    locked: "L’enregistrement de cette réunion ne peut pas être lu pour le moment.",
    never: "Cette réunion n’a pas d’enregistrement qui puisse être lu ici.",
    download: "Télécharger {{format}}",
    whole: "Ouvrir la réunion entière : {{title}}",
    preview: "Un extrait d’une réunion, {{length}}.",
  },
  gone: {
    text: "La personne qui l’a partagée a peut-être retiré le lien, ou le lien a expiré. Demandez-lui-en un nouveau. Si vous pensez qu’il s’agit d’une erreur, écrivez à",
    mail: "en indiquant le nom de la personne qui l’a partagée.",
    signIn: "Se connecter",
    yours:
      "C’est votre réunion ? Connectez-vous : elle est dans votre historique, et vous pouvez l’y partager de nouveau.",
  },
};
