import type { Texts } from "#app/i18n/types.ts";

export const video: Texts["video"] = {
  awaited:
    "Este texto viene del sonido de la grabación, que llegó antes que el vídeo. El vídeo está en camino: deja abierta la pestaña que lo envía.",
  missing:
    "El vídeo de esta grabación no llegó. El acta y la transcripción están escritas a partir de su sonido, que sí llegó.",
  differed:
    "El sonido del vídeo no es igual al que llegó antes. Las partes distintas se han vuelto a transcribir a partir del vídeo.",
};
