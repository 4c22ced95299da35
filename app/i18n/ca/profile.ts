import type { Texts } from "#app/i18n/types.ts";

export const profile: Texts["profile"] = {
  heading: "Informació personal",
  name: "Nom complet",
  email: "Correu electrònic",
  fromProvider: "Ve del teu compte de {{provider}}.",
  noEmail: "no indicat",
  phone: "Telèfon",
  phoneHint: "Amb el país, per exemple +34 600 000 000.",
  company: "Empresa",
  companyHint: "o el teu nom",
  employment: {
    question: "Com treballes?",
    label: "Tipus de feina",
    company: "Treballo en una empresa",
    freelance: "Autònom/Freelance",
  },
  error: {
    "employment-missing": "El tipus de feina és obligatori",
    "company-missing": "El nom de l’empresa és obligatori",
    "company-too-long": "El nom d’una empresa té com a màxim {{max}} caràcters",
    "phone-invalid": "Cal un número de telèfon vàlid",
    "name-missing": "El nom complet és obligatori",
    "name-too-long": "Un nom té com a màxim {{max}} caràcters",
  },
  unfinished: "Completa el perfil: falten el telèfon i l’empresa. Uns 2 minuts.",
  finish: "Completa’l",
  complete: "Perfil complet",
  incomplete: "Perfil incomplet, {{filled}} de {{of}}",
  unsent: "Encara no s’ha desat: no es pot accedir al servidor. Es desarà tan bon punt sigui possible.",
  save: "Desa",
};
