import type { Texts } from "#app/i18n/types.ts";

export const video: Texts["video"] = {
  awaited:
    "Aquest text ve del so de la gravació, que va arribar abans que el vídeo. El vídeo està en camí: deixa oberta la pestanya que l’envia.",
  missing:
    "El vídeo d’aquesta gravació no ha arribat. L’acta i la transcripció estan escrites a partir del seu so, que sí que ha arribat.",
  differed:
    "El so del vídeo no és igual que el que va arribar abans. Les parts diferents s’han tornat a transcriure a partir del vídeo.",
};
