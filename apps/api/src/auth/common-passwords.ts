// Words and runs that most leaked passwords are made of; a password is common when it is one of them with digits or signs around it.
const words = new Set(
  `password passw0rd passwort motdepasse contrasena letmein welcome welcome1 qwerty qwertyuiop qwertyui qwerty123 asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm azerty qazwsx qazwsxedc
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx q1w2e3r4 iloveyou ilovegod lovely princess sunshine monkey dragon master shadow superman batman spiderman pokemon starwars
  football baseball basketball soccer hockey liverpool arsenal chelsea barcelona juventus cowboys yankees steelers lakers
  admin administrator root user guest test testing tester demo login default changeme secret temp temporary
  michael jennifer jordan jessica ashley daniel andrew joshua matthew robert thomas charlie michelle nicole amanda hannah samantha
  computer internet samsung google facebook microsoft windows android iphone apple whatever trustno1 freedom hunter ranger buster killer pepper ginger
  summer winter spring autumn january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  chocolate cookie banana orange purple yellow silver golden diamond butterfly flower rainbow forever blessed jesus christ angel
  abcdef abcdefg abcdefgh abcd1234 abc12345 a1b2c3d4 aaaaaa aaaaaaa aaaaaaaa
  hospital doctor nurse surgeon surgery medical medicine clinic health coding coder incisive operative opnote opnotes`
    .split(/\s+/)
    .filter(Boolean),
);

const isRun = (text: string): boolean => {
  if (/^(.)\1+$/.test(text) || /^(..)\1+$/.test(text) || /^(...)\1+$/.test(text) || /^(....)\1+$/.test(text)) return true;
  const steps = new Set(
    Array.from(text)
      .slice(1)
      .map((character, index) => character.charCodeAt(0) - text.charCodeAt(index)),
  );
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
};

/** Whether a password (already in lower case) is one that lists of leaked passwords begin with. */
export function isCommonPassword(folded: string): boolean {
  const unleet = folded.replaceAll('@', 'a').replaceAll('$', 's').replaceAll('0', 'o').replaceAll('3', 'e').replaceAll('!', 'i');
  const core = (text: string): string => text.replace(/^[\d\W_]+|[\d\W_]+$/g, '');
  return (
    isRun(folded) ||
    (/^\d+$/.test(folded) && (isRun(folded) || folded.length <= 8)) ||
    words.has(folded) ||
    words.has(core(folded)) ||
    words.has(core(unleet)) ||
    words.has(unleet) ||
    (core(folded).length <= 2 && /(1234|2345|3456|4567|5678|6789|9876|8765|7654)/.test(folded))
  );
}
