import * as z from "zod/mini";

/**
 * Returns the JSON schema of an answer for a model's server. Nothing in it has a limit, because strict servers refuse those they do not
 * enforce; and servers that compile a schema to a grammar do not expect the keyword `$schema`.
 */
export function answerSchema(answer: z.core.$ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(answer, {
    // Of an integer, zod names the largest one that is safe.
    override({ jsonSchema }) {
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
    },
  });
  return schema;
}
