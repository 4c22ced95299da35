import type { Texts } from "#app/i18n/types.ts";

export const model: Texts["model"] = {
  heading: "Modelo en este equipo",
  offer:
    "Las actas son citas hasta que las escriba un modelo. Escribe actas de verdad en este equipo: el modelo se descarga una sola vez ({{size}}).",
  offerServers:
    "Las actas son citas hasta que las escriba un modelo. Puede escribirlas un modelo que funciona en este equipo.",
  fetch: "Descargar el modelo",
  use: "Usar {{model}} de {{server}}",
  useOwn: "Usar el modelo de Acta",
  fetching: "Se está descargando el modelo: {{percent}} % de {{size}}",
  pause: "Pausar",
  paused: "La descarga del modelo está en pausa al {{percent}} %.",
  resume: "Continuar",
  loading: "El modelo ha llegado; se está comprobando y cargando.",
  failed: "No se ha podido descargar o iniciar el modelo. Lo que ha llegado se conserva.",
  offline:
    "Sin internet no se puede descargar el modelo; sin él sirven un modelo que Ollama o LM Studio tenga en este equipo o un archivo propio.",
  disk: "No hay sitio en el disco para el modelo, o Acta no puede escribir en él.",
  memory: "Este equipo tiene poca memoria libre para el modelo: cierra otros programas o elige uno más pequeño.",
  serverGone: "{{server}} no responde o ya no tiene {{model}}: inicia {{server}} o deja que escriba otro modelo.",
  tryAgain: "Volver a intentarlo",
  ready: "El modelo está aquí. Escribe las actas de las reuniones que esperan, una tras otra.",
  readyHere:
    "Esto son citas. El modelo está aquí y escribe las reuniones que esperan, una tras otra; esta puede ser la siguiente.",
  writes: "Un modelo en este equipo escribe las actas.",
  writesFrom: "{{model}} de {{server}} escribe las actas.",
};
