import type { Texts } from "#app/i18n/types.ts";

export const collaboration: Texts["collaboration"] = {
  title: { slack: "Comptes rendus dans Slack", notion: "Comptes rendus dans Notion" },
  place: { slack: "Canal", notion: "Base de données" },
  hint: {
    slack: "Les canaux dont vous faites partie. Pour un canal privé, invitez-y d’abord Acta.",
    notion:
      "Les bases de données auxquelles vous avez donné accès à Acta. Acta y ajoute une propriété « Acta ID », pour qu’une réunion n’ait jamais deux pages.",
  },
  choose: "Choisissez",
  private: "{{name}} (privé)",
  loading: "Lecture en cours…",
  none: {
    slack: "Acta ne voit aucun canal dont vous faites partie.",
    notion: "Vous n’avez donné à Acta l’accès à aucune base de données. Reconnectez Notion et choisissez-en une.",
  },
  when: "Moment de l’envoi",
  sends: {
    hand: "Seulement quand je les envoie",
    all: "Après chaque réunion",
    templates: "Après les réunions avec ces modèles",
  },
  basic: "Basique",
  updates: {
    slack: "Modifier le message quand le compte rendu est corrigé",
    notion: "Modifier la page quand le compte rendu est corrigé",
  },
  fields: "Propriétés",
  fieldsHint: "Une propriété qui porte le nom d’un champ de votre modèle en reçoit le texte d’elle-même.",
  field: {
    startsAt: "Date",
    link: "Lien vers la réunion",
    duration: "Durée en minutes",
    language: "Langue",
    template: "Modèle",
    speakers: "Personnes qui ont parlé",
    keywords: "Mots clés",
    tasks: "Tâches",
  },
  property: "Propriété",
  unmapped: "Nulle part",
  save: "Enregistrer",
  disconnect: "Déconnecter",
  again: "Réessayer",
  chosen: {
    slack: "Vers {{name}}",
    notion: "Dans {{name}}",
  },
  notChosen: {
    slack: "Choisissez un canal : rien n’est envoyé avant.",
    notion: "Choisissez une base de données : rien n’est envoyé avant.",
  },
  error: {
    noPlace: { slack: "Choisissez un canal.", notion: "Choisissez une base de données." },
    noTemplate: "Choisissez au moins un modèle.",
    load: "Acta n’a pas pu lire la liste. Veuillez réessayer.",
    save: "Ces choix n’ont pas pu être enregistrés. Veuillez réessayer.",
    gone: "Cet endroit n’existe plus, ou Acta ne le voit pas. Choisissez-en un autre.",
  },
  /** Around minutes there, in the language of the minutes. */
  sent: {
    open: "Ouvrir le compte rendu dans Acta",
    more: "Le compte rendu est plus long qu’un message. La suite est dans Acta.",
    note: "Acta a écrit cette partie et la remplace quand le compte rendu est corrigé. Ce que vous écrivez en dehors reste.",
  },
};
