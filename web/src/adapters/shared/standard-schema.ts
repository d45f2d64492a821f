import type { JSONSchema } from '../../types.js';

/**
 * A JSON Schema in the form that several SDKs take in place of a schema library's
 * object: Standard Schema with Standard JSON Schema. It lets every input pass: the
 * registry validates, and its errors tell the model what to do.
 */
export interface PassingSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'clienttools';
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: (options?: unknown) => Record<string, unknown>;
      readonly output: (options?: unknown) => Record<string, unknown>;
    };
  };
}

/** The schema as it is, for the model to see. */
export function passingSchema(schema: JSONSchema): PassingSchema {
  // A copy each time: the AI SDK changes what it gets.
  const copy = () => JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
  return { '~standard': { version: 1, vendor: 'clienttools', validate: (value) => ({ value }), jsonSchema: { input: copy, output: copy } } };
}
