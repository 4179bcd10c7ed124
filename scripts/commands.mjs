import { pathToFileURL } from 'node:url';

/** @param {unknown} error */
function whatWasTypedWrong(error) {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  if (error.code.startsWith('ERR_PARSE_ARGS_')) return error.message;
  if (error.code === 'ENOENT' && 'path' in error) return `There is no file ${String(error.path)}.`;
  return null;
}

/**
 * Runs a command's file with its arguments. An option that it does not have, or a file that is not there, is told in one line.
 * @param {string} file
 * @param {readonly string[]} args
 */
export async function importCommand(file, args) {
  process.argv = [process.execPath, file, ...args];
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    const words = whatWasTypedWrong(error);
    if (words === null) throw error;
    process.stderr.write(`${words}\n`);
    process.exitCode = 2;
  }
}
