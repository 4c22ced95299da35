import type { Texts } from "#app/i18n/types.ts";

export const apiDocs: Texts["apiDocs"] = {
  title: "API",
  lead: "Lisez, cherchez et modifiez vos réunions depuis un programme.",
  start: {
    heading: "Premier appel",
    text: "Créez une clé dans les paramètres et envoyez-la dans l’en-tête Authorization. Gardez-la secrète : quiconque la possède peut faire ce qu’elle autorise.",
    settings: "Créer une clé",
    document: "Document OpenAPI 3.1",
  },
  rules: {
    heading: "Règles",
    rights:
      "Une clé peut faire ce que vous pouvez faire à ce moment-là. Elle ne peut ni créer de clés ni supprimer votre compte.",
    pages: "Les listes sont paginées. Envoyez nextCursor comme cursor, jusqu’à ce qu’il soit null.",
    once: "Envoyez une Idempotency-Key avec un import ou une invitation. Pendant 24 heures, la même clé avec le même contenu ne crée rien de nouveau.",
    match: "Pour modifier une tâche ou un lien, envoyez dans l’en-tête If-Match l’ETag que vous avez lu.",
    errors: "Les erreurs sont en application/problem+json. Leur code ne change pas.",
    rate: "RateLimit-Policy indique combien d’appels sont permis, et en combien de secondes ; RateLimit, combien il en reste (r), et dans combien de secondes le compte repart de zéro (t). Toutes les clés d’une personne partagent ce compte. Après le statut 429, attendez le temps indiqué par Retry-After.",
  },
  recipes: {
    heading: "Recettes",
    list: "Lister les réunions",
    minutes: "Télécharger un compte rendu en Markdown",
    search: "Chercher",
    task: "Marquer une tâche comme faite",
    invite: "Inviter Acta à un appel",
    upload: "Importer un enregistrement, en trois appels",
  },
  operations: {
    heading: "Opérations",
    lead: "Les chemins, les paramètres et les réponses ne changent pas au sein de la version 1. Des champs peuvent s’ajouter. Les descriptions sont en anglais.",
    read: "Fonctionne avec toutes les clés",
    write: "Exige une clé qui peut modifier les réunions",
    parameters: "Paramètres",
    required: "obligatoire",
    errors: "Erreurs",
    body: "Corps",
    answer: "Réponse",
    place: { path: "dans le chemin", query: "dans la requête", header: "dans un en-tête", body: "dans le corps" },
  },
};
