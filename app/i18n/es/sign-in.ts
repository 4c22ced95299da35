import type { Texts } from "#app/i18n/types.ts";

export const signIn: Texts["signIn"] = {
  title: "Iniciar sesión",
  lead: "Tus reuniones, por escrito. Cada línea señala el momento que la demuestra.",
  terms: "Acepto los <terms>Términos y condiciones</terms> y la <privacy>Política de privacidad</privacy>",
  termsRequired: "Debes aceptar los Términos y condiciones y la Política de privacidad",
  with: "Continuar con {{provider}}",
  reads:
    "Acta lee tu nombre y tu dirección de correo. El acceso a los calendarios se pide más adelante, y solo si conectas alguno.",
  languages: "Idioma",
  problem: {
    cancelled: "No has terminado de iniciar sesión. No ha cambiado nada. Elige una cuenta para volver a intentarlo.",
    expired: "Este inicio de sesión ha tardado demasiado o ya se había usado. Empieza de nuevo.",
    failed: "No hemos podido confirmar quién eres. No has iniciado sesión. Vuelve a intentarlo o usa la otra cuenta.",
    unavailable:
      "El servicio de inicio de sesión no responde. No has iniciado sesión. Vuelve a intentarlo dentro de un minuto.",
    "too-many": "Llegan demasiados inicios de sesión desde tu red. Espera un minuto y vuelve a intentarlo.",
    ended: "La sesión ha terminado. Inicia sesión para seguir donde estabas.",
    deleting: "Esta cuenta se está eliminando, con todo lo que contiene. Ya no se puede entrar en ella.",
  },
  specimen: {
    label: "Una página de un acta",
    when: "Jueves, 19 de noviembre, 47 min",
    title: "La versión 1.9 y el piloto de Girona",
    payments: "Los pagos en línea quedan fuera de la versión 1.9.",
    pilot:
      "El piloto de Girona empieza el 1 de diciembre con seis terapeutas y una agenda en papel durante la primera semana.",
    importer: "El importador pierde el campo de notas en dos de cada tres archivos. La causa está por aclarar.",
    decision: "La decisión se tomará el próximo jueves.",
  },
};
