import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

export type JsonObject = Record<string, unknown>;

/** The shape that is sent; checks that JSON Schema cannot say (amounts as text) are left to the server. */
export function schemaOf(schema: GenericSchema): JsonObject {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
  });
  return { ...rest };
}

/** Fields of an object, by name, and which of them may not be left out. */
export function propertiesOf(
  schema: GenericSchema | undefined,
): readonly [name: string, JsonObject, required: boolean][] {
  const { properties = {}, required = [] } = (schema ? schemaOf(schema) : {}) as {
    properties?: Record<string, JsonObject>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, each]) => [name, each, required.includes(name)]);
}

export const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });

export const ref = (kind: 'headers' | 'parameters' | 'responses' | 'schemas', name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});
