import { expect, it } from 'vitest';
import { typedCommand } from './typed-command.ts';

it('says a command as it can be typed: by npm where npm started this, else by the one command of a release', () => {
  const npm = { npm_execpath: '/usr/lib/npm-cli.js' };
  expect(typedCommand('audit verify', '', npm)).toBe('npm run audit:verify');
  expect(typedCommand('restore', 'FILE', npm)).toBe('npm run restore -- FILE');
  expect(typedCommand('audit verify', '', {})).toBe('incisive audit verify');
  expect(typedCommand('restore', 'FILE', {})).toBe('incisive restore FILE');
});
