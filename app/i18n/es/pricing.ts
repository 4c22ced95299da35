import type { Texts } from "#app/i18n/types.ts";

export const pricing: Texts["pricing"] = {
  lead: "Hoy solo se puede usar el plan gratuito. Los demás todavía no están a la venta y aún no tienen precio.",
  yours: "Tu plan",
  notOnSale: "Todavía no está a la venta",
  free: {
    name: "Gratuito",
    uploads: "{{limit}} subidas",
    recordings: "{{limit}} grabaciones de reuniones en línea",
    moments: "Actas en las que cada línea señala su momento",
  },
  pro: { name: "Pro", unlimited: "Subidas y grabaciones sin límite", months: "Grabaciones de los últimos 6 meses" },
  business: { name: "Business", unlimited: "Subidas y grabaciones sin límite" },
  team: {
    name: "Team",
    unlimited: "Subidas y grabaciones sin límite",
    seats: "Para 3 miembros o más, cada uno con su plaza",
  },
  questions: {
    heading: "Lo que quizá quieras saber",
    limitQuestion: "¿Qué pasa cuando se agota el plan gratuito?",
    limitAnswer: "No se borra nada. Lo escrito se puede seguir leyendo; para nuevas subidas hace falta otro plan.",
    saleQuestion: "¿Cuándo se podrá comprar un plan?",
    saleAnswer: "Todavía no está decidido. Los precios estarán en esta página antes de que se venda nada.",
  },
};
