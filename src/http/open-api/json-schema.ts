import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

export type JsonObject = Record<string, unknown>;

/** The schema of sent values; checks that JSON Schema cannot express (amounts as text) are left to the server. */
export function schemaOf(schema: GenericSchema): JsonObject {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
  });
  return { ...rest };
}

/** Fields of an object by name, and the names of required fields. */
export function propertiesOf(
  schema: GenericSchema | undefined,
): readonly [name: string, JsonObject, required: boolean][] {
  const { properties = {}, required = [] } = (schema ? schemaOf(schema) : {}) as {
    properties?: Record<string, JsonObject>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => [name, property, required.includes(name)]);
}

export const jsonContent = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });

export const ref = (kind: 'headers' | 'parameters' | 'responses' | 'schemas', name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});
