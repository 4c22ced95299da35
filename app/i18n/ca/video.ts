import type { Texts } from "#app/i18n/types.ts";

export const video: Texts["video"] = {
  awaited:
    "El que hi ha aquí ve del so de l’enregistrament, que ha arribat abans que el vídeo. El vídeo és de camí: deixa oberta la pestanya que l’envia.",
  missing:
    "El vídeo d’aquest enregistrament no ha arribat. L’acta i la transcripció estan escrites a partir del seu so, que sí que ha arribat.",
  differed: "El vídeo té un altre so que el que va arribar abans. El que és diferent s’ha tornat a escoltar al vídeo.",
};
