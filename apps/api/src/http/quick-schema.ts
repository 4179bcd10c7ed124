import type { Schema } from '@incisive/contract/endpoint';
import * as core from 'zod/v4/core';

const made = new WeakMap<core.$ZodType, core.$ZodType>();

/**
 * The same schema with its objects read by generated code, a fifth of the time: the contract's own are made for pages, whose policy forbids
 * that. What it takes, gives and refuses is the same.
 */
export const quick = <S extends Schema>(schema: S): core.$ZodType<core.output<S>> =>
  quickOf(schema) as core.$ZodType<core.output<S>>;

function quickOf(schema: core.$ZodType): core.$ZodType {
  const before = made.get(schema);
  if (before) return before;
  const { def } = (schema as core.$ZodTypes)._zod;
  const result = quickFrom(schema, def);
  made.set(schema, result);
  return result;
}

function quickFrom(schema: core.$ZodType, def: core.$ZodTypes['_zod']['def']): core.$ZodType {
  switch (def.type) {
    case 'object': {
      const shape = Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, quickOf(field)]));
      return new core.$ZodObjectJIT({ ...def, shape });
    }
    case 'array':
      return core.clone(schema, { ...def, element: quickOf(def.element) } as never);
    case 'optional':
    case 'nullable':
      return core.clone(schema, { ...def, innerType: quickOf(def.innerType) } as never);
    default:
      return schema;
  }
}
