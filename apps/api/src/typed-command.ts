type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A command of `incisive`, in the words that whoever reads this can type: a checkout has npm's scripts, a release has no npm.
 * @param name as `incisive` has it, for example `audit verify`
 */
export function typedCommand(name: string, rest = '', env: Environment = process.env): string {
  const words = env['npm_execpath'] === undefined ? `incisive ${name}` : `npm run ${name.replace(' ', ':')}${rest && ' --'}`;
  return rest === '' ? words : `${words} ${rest}`;
}
