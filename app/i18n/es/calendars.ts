import type { Texts } from "#app/i18n/types.ts";

export const calendars: Texts["calendars"] = {
  untitled: "Reunión",
  error: {
    couldNotConnect: "No se ha podido conectar el calendario.",
    connect: "Error al conectar el calendario.",
    update: "Error al actualizar el estado del calendario.",
    activateAll: "Error al activar todos los calendarios.",
    deactivateAll: "Error al desactivar todos los calendarios.",
    unexpected: "Error inesperado.",
    later: "Inténtalo de nuevo más tarde.",
    feedAddress: "No es una dirección https que Acta pueda leer.",
    feedContent: "En esta dirección no hay ningún calendario.",
    tooMany: "No se pueden conectar más calendarios.",
    reconnect: "Vuelve a conectar esta cuenta.",
  },
};
