import type { Texts } from "#app/i18n/types.ts";

export const video: Texts["video"] = {
  awaited:
    "Lo que hay aquí viene del sonido de la grabación, que llegó antes que el vídeo. El vídeo está en camino: deja abierta la pestaña que lo envía.",
  missing:
    "El vídeo de esta grabación no llegó. El acta y la transcripción están escritas a partir de su sonido, que sí llegó.",
  differed:
    "El vídeo tiene otro sonido que el que llegó antes. Lo que es distinto se ha vuelto a escuchar en el vídeo.",
};
