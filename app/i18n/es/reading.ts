export const reading = {
  find: {
    label: "Buscar en la transcripción",
    placeholder: "Buscar en la transcripción",
    count: "{{at}} de {{all}}",
    noData: "No se han encontrado datos.",
    noMatches: "No hay coincidencias.",
    next: "Coincidencia siguiente",
    previous: "Coincidencia anterior",
  },
  more: {
    earlier: "Lo que se dijo antes",
    later: "Lo que se dijo después",
    all: "Toda la transcripción como texto",
    coming: "El resto está en camino.",
    failed: "No se ha podido cargar el resto de la transcripción.",
    again: "Volver a cargarlo",
  },
  skipSilence: "Saltar silencios",
  picture: {
    captions: "Subtítulos",
    larger: "Imagen más grande",
    smaller: "Imagen más pequeña",
    close: "Cerrar la imagen",
  },
  copy: {
    passage: "Copiar con su tiempo y su enlace",
    transcript: "Copiar la transcripción",
    done: "Copiado.",
    failed: "No se ha podido copiar. Puede que tu navegador no lo permita.",
  },
  keys: {
    button: "Atajos",
  },
} as const;
