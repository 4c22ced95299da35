import type { Texts } from "#app/i18n/types.ts";

export const profile: Texts["profile"] = {
  heading: "Información personal",
  name: "Nombre completo",
  email: "Correo electrónico",
  fromProvider: "Viene de tu cuenta de {{provider}}.",
  noEmail: "no indicado",
  phone: "Teléfono",
  phoneHint: "Con el país, por ejemplo +34 600 000 000.",
  company: "Empresa",
  companyHint: "o tu propio nombre",
  employment: {
    question: "¿Cómo trabajas?",
    label: "Tipo de empleo",
    company: "Trabajo en una empresa",
    freelance: "Autónomo/Freelance",
  },
  error: {
    "employment-missing": "El tipo de empleo es obligatorio",
    "company-missing": "El nombre de la empresa es obligatorio",
    "company-too-long": "El nombre de una empresa tiene como máximo {{max}} caracteres",
    "phone-invalid": "Se necesita un número de teléfono válido",
    "name-missing": "El nombre completo es obligatorio",
    "name-too-long": "Un nombre tiene como máximo {{max}} caracteres",
  },
  unfinished: "Completa tu perfil: faltan el teléfono y la empresa. Unos 2 minutos.",
  finish: "Completarlo",
  complete: "Perfil completo",
  incomplete: "Perfil incompleto, {{filled}} de {{of}}",
  unsent: "Todavía no se ha guardado: no se puede acceder al servidor. Se guardará en cuanto sea posible.",
  save: "Guardar",
};
