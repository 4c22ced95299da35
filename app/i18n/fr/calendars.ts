import type { Texts } from "#app/i18n/types.ts";

export const calendars: Texts["calendars"] = {
  untitled: "Réunion",
  error: {
    couldNotConnect: "Impossible de connecter l’agenda.",
    connect: "Erreur lors de la connexion de l’agenda.",
    update: "Erreur lors de la mise à jour de l’état de l’agenda.",
    activateAll: "Erreur lors de l’activation de tous les agendas.",
    deactivateAll: "Erreur lors de la désactivation de tous les agendas.",
    unexpected: "Erreur inattendue.",
    later: "Réessayez plus tard.",
    feedAddress: "Ce n’est pas une adresse https qu’Acta peut lire.",
    feedContent: "Il n’y a pas d’agenda à cette adresse.",
    tooMany: "Aucun autre agenda ne peut être connecté.",
    reconnect: "Reconnectez ce compte.",
  },
};
