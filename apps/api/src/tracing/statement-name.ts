export interface StatementName {
  /** The first word of the statement. */
  readonly operation: string;
  /** The first of our own tables or functions that it names. */
  readonly target: string | undefined;
}

/** What a statement is called in a trace: our own names alone, never what stands between quotes or behind a placeholder. */
export function statementName(text: string): StatementName {
  const bare = text.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/\$([a-z_]*)\$[^]*?\$\1\$/gi, '');
  const operation = /^[\s(]*([a-z]+)/i.exec(bare)?.[1]?.toLowerCase() ?? 'statement';
  const [, schema, name] = /\b"?(app|jobs)"?\."?([a-z][a-z0-9_]*)"?/.exec(bare) ?? [];
  return { operation, target: schema && `${schema}.${name}` };
}
