import type { Texts } from "#app/i18n/types.ts";

export const invite: Texts["invite"] = {
  link: "Lien de la réunion",
  invalidUrl: "URL non valide",
  provideValidUrl: "indiquez une URL valide",
  synchronizing: "synchronisation",
  connectingNow: "connexion en cours",
  created: "créée avec succès",
  bot: "Acta · notes for {{name}}",
  botAlone: "Acta · notes",
  named: "{{platform}}. Acta demande à entrer sous le nom « {{bot}} » et annonce dans le chat qu’elle enregistre.",
  whatFitsShort: "Google Meet, Teams, Zoom ou Jitsi.",
  whatFits:
    "Acta accepte les liens de Google Meet (meet.google.com/abc-defg-hij), Teams (teams.live.com/meet/… ou un lien meetup-join), Zoom (zoom.us/j/ avec 9 à 11 chiffres) et Jitsi.",
  personalRoom: "Ce lien porte un nom au lieu du numéro de la réunion. Copiez le lien de l’invitation elle-même.",
  twoLinks: "Il y a plus d’un lien. Collez seulement celui de la réunion.",
  used: "{{used}} sur {{limit}} utilisés",
  mayMeetLimit:
    "{{used}} sur {{limit}} utilisés. Avec ce qui est déjà prévu, l’offre peut être épuisée d’ici là, et Acta ne rejoindrait pas la réunion.",
  longPast: {
    question: "Cette heure est passée depuis plus d’un jour. Rejoindre maintenant ?",
    submit: "rejoindre maintenant",
  },
  failed: "Erreur de connexion au serveur. Rien de ce que vous avez saisi n’est perdu.",
  signIn: "Vous êtes déconnecté. Reconnectez-vous dans un autre onglet, puis envoyez l’invitation d’ici",
  change: { title: "Modifier la réunion", submit: "enregistrer", done: "Enregistré" },
  mayClose: "Vous pouvez fermer cette fenêtre : Acta continue d’elle-même.",
  steps: {
    label: "Ce qui se passe maintenant",
    creating: "La réunion est en cours de création",
    changing: "La réunion est en cours de modification",
    created: "Réunion créée",
    createdFact: "Elle est dans votre historique.",
    opens: "Acta ouvre l’appel",
    opensAt: "Le {{when}}, d’elle-même.",
    letIn: "Quelqu’un laisse entrer Acta",
    waits: "Elle attend jusqu’à {{minutes}} minutes dans la salle d’attente.",
  },
};
