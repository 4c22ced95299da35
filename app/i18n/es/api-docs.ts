import type { Texts } from "#app/i18n/types.ts";

export const apiDocs: Texts["apiDocs"] = {
  title: "API",
  lead: "Lee, busca y cambia tus reuniones desde un programa.",
  start: {
    heading: "Primera llamada",
    text: "Crea una clave en los ajustes y envíala en la cabecera Authorization. Guárdala en secreto: quien la tenga puede hacer lo que ella permite.",
    settings: "Crear una clave",
    document: "Documento OpenAPI 3.1",
  },
  rules: {
    heading: "Reglas",
    rights: "Una clave puede hacer lo que tú puedes hacer en ese momento. No puede crear claves ni eliminar tu cuenta.",
    pages: "Las listas vienen en páginas. Envía nextCursor como cursor hasta que sea null.",
    once: "Envía una Idempotency-Key con una subida o una invitación. Durante 24 horas, la misma clave con el mismo contenido no crea nada nuevo.",
    match: "Para cambiar una tarea o un enlace, envía el ETag que has leído en la cabecera If-Match.",
    errors: "Los errores son application/problem+json. Su código no cambia.",
    rate: "RateLimit-Policy dice cuántas llamadas se permiten y en cuántos segundos; RateLimit, cuántas quedan (r) y dentro de cuántos segundos se vuelve a contar desde cero (t). Todas las claves de una persona comparten la cuenta. Tras el estado 429, espera lo que indique Retry-After.",
  },
  recipes: {
    heading: "Recetas",
    list: "Listar reuniones",
    minutes: "Descargar un acta en Markdown",
    search: "Buscar",
    task: "Marcar una tarea como hecha",
    invite: "Invitar a Acta a una llamada",
    upload: "Subir una grabación, en tres llamadas",
  },
  operations: {
    heading: "Operaciones",
    lead: "Las rutas, los parámetros y las respuestas no cambian dentro de la versión 1. Pueden añadirse campos. Las descripciones están en inglés.",
    read: "Funciona con cualquier clave",
    write: "Necesita una clave que pueda cambiar reuniones",
    parameters: "Parámetros",
    required: "obligatorio",
    errors: "Errores",
    body: "Cuerpo",
    answer: "Respuesta",
    place: { path: "en la ruta", query: "en la consulta", header: "en una cabecera", body: "en el cuerpo" },
  },
};
