import type { Texts } from "#app/i18n/types.ts";

export const profile: Texts["profile"] = {
  heading: "Informations personnelles",
  name: "Nom complet",
  email: "Adresse e-mail",
  fromProvider: "Vient de votre compte {{provider}}.",
  noEmail: "non indiquée",
  phone: "Téléphone",
  phoneHint: "Avec le pays, par exemple +34 600 000 000.",
  company: "Entreprise",
  companyHint: "ou votre propre nom",
  employment: {
    question: "Comment travaillez-vous ?",
    label: "Type d’emploi",
    company: "Salarié d’une entreprise",
    freelance: "Indépendant/Freelance",
  },
  error: {
    "employment-missing": "Le type d’emploi est obligatoire",
    "company-missing": "Le nom de l’entreprise est obligatoire",
    "company-too-long": "Un nom d’entreprise a au plus {{max}} caractères",
    "phone-invalid": "Un numéro de téléphone valide est obligatoire",
    "name-missing": "Le nom complet est obligatoire",
    "name-too-long": "Un nom a au plus {{max}} caractères",
  },
  unfinished: "Complétez votre profil : il manque le téléphone et l’entreprise. Environ 2 minutes.",
  finish: "Le compléter",
  complete: "Profil complet",
  incomplete: "Profil incomplet, {{filled}} sur {{of}}",
  unsent: "Pas encore enregistré : le serveur est injoignable. L’enregistrement se fera dès que possible.",
  save: "Enregistrer",
};
