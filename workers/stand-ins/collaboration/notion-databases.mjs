import { problem, valueProblem, wordsOf } from "./notion-checks.mjs";

/**
 * Databases of the stand-in for Notion, which its API calls data sources, and the pages in them.
 *
 * @typedef {{ id: string, sourceId: string, createdAt: number, properties: Record<string, Record<string, unknown>>, children: string[], inTrash: boolean }} Page
 * @typedef {{ id: string, name: string, properties: Map<string, { id: string, name: string, type: string }> }} Source
 * @typedef {Record<string, unknown>} Body
 */

/** @param {() => number} now */
export function createDatabases(now) {
  const databases = createSources();
  return { ...databases, ...createPages(databases.sources, now) };
}

function createSources() {
  /** @type {Map<string, Source>} */
  const sources = new Map();
  return {
    sources,

    /** @param {string} name @param {Record<string, string>} properties By name, their types. */
    addSource(name, properties) {
      const id = crypto.randomUUID();
      /** @type {Source} */
      const source = { id, name, properties: new Map() };
      for (const [title, type] of Object.entries(properties)) addProperty(source, title, type);
      sources.set(id, source);
      return source;
    },

    list: () =>
      Response.json({
        object: "list",
        results: [...sources.values()].map(shownSource),
        next_cursor: null,
        has_more: false,
      }),

    /** Adds the properties of a body. @param {string} id @param {Body} body */
    changeSource(id, body) {
      const source = sources.get(id);
      if (!source) return problem(404, "object_not_found", "Could not find the data source.");
      for (const [name, type] of Object.entries(/** @type {Record<string, object>} */ (body.properties ?? {}))) {
        addProperty(source, name, Object.keys(type)[0] ?? "");
      }
      return Response.json(shownSource(source));
    },
  };
}

/** @param {Map<string, Source>} sources @param {() => number} now */
function createPages(sources, now) {
  /** @type {Map<string, Page>} */
  const pages = new Map();
  return {
    pages,

    /** @param {string} sourceId @param {Record<string, unknown>} body */
    query(sourceId, body) {
      if (!sources.has(sourceId)) return problem(404, "object_not_found", "Could not find the data source.");
      const { property, rich_text } = /** @type {{ property: string, rich_text: { equals: string } }} */ (body.filter);
      if (!sources.get(sourceId)?.properties.has(property)) {
        return problem(400, "validation_error", "Could not find property with name or id.");
      }
      const found = [...pages.values()].filter(
        (one) =>
          one.sourceId === sourceId &&
          !one.inTrash &&
          wordsOf(one.properties[property]?.rich_text) === rich_text.equals,
      );
      return Response.json({ object: "list", results: found.map(shownPage), next_cursor: null, has_more: false });
    },

    /** @param {Body} body */
    addPage(body) {
      const { data_source_id } = /** @type {{ data_source_id?: string }} */ (body.parent ?? {});
      const source = sources.get(data_source_id ?? "");
      if (!source) return problem(404, "object_not_found", "Could not find the data source.");
      const properties = /** @type {Page["properties"]} */ (body.properties ?? {});
      const wrong = propertiesProblem(source, properties);
      if (wrong !== null) return problem(400, "validation_error", wrong);
      /** @type {Page} */
      const made = {
        id: crypto.randomUUID(),
        sourceId: source.id,
        createdAt: now(),
        properties,
        children: [],
        inTrash: false,
      };
      pages.set(made.id, made);
      return Response.json(shownPage(made));
    },

    /** @param {string} id @param {Body} body */
    changePage(id, body) {
      const found = pages.get(id);
      const source = sources.get(found?.sourceId ?? "");
      if (!found || !source) return problem(404, "object_not_found", "Could not find the page.");
      if (found.inTrash) return problem(400, "validation_error", "Can't edit a page that is in the trash.");
      const properties = /** @type {Page["properties"]} */ (body.properties ?? {});
      const wrong = propertiesProblem(source, properties);
      if (wrong !== null) return problem(400, "validation_error", wrong);
      Object.assign(found.properties, properties);
      return Response.json(shownPage(found));
    },
  };
}

/** @param {Source} source @param {string} name @param {string} type */
function addProperty(source, name, type) {
  const id = type === "title" ? "title" : crypto.randomUUID().slice(0, 4);
  source.properties.set(id, { id, name, type });
}

/** @param {Source} source */
const shownSource = ({ id, name, properties }) => ({
  object: /** @type {const} */ ("data_source"),
  id,
  title: [{ type: /** @type {const} */ ("text"), plain_text: name, text: { content: name, link: null } }],
  properties: Object.fromEntries([...properties.values()].map((each) => [each.name, { ...each, [each.type]: {} }])),
});

/** @param {Page} one */
const shownPage = ({ id, inTrash }) => ({
  object: /** @type {const} */ ("page"),
  id,
  url: `https://www.notion.so/${id.replaceAll("-", "")}`,
  in_trash: inTrash,
});

/** @param {Source} source @param {Record<string, Record<string, unknown>>} properties */
function propertiesProblem(source, properties) {
  for (const [key, value] of Object.entries(properties)) {
    const known = source.properties.get(key) ?? [...source.properties.values()].find(({ name }) => name === key);
    if (!known) return `${key} is not a property that exists.`;
    if (!(known.type in value)) return `${key} is expected to be ${known.type}.`;
    const problem = valueProblem(known.type, value[known.type]);
    if (problem !== null) return problem;
  }
  return null;
}
