// What lists of leaked passwords are made of: words, names, teams, walks over the keyboard; with digits and signs around them, letters
// swapped for look-alikes, doubled or two in a row. From general knowledge of such lists, none copied.
const words = new Set(
  `password passwort passwd pass motdepasse contrasena senha parola wachtwoord letmein letmeinnow welcome welcomehome hello helloworld goodbye
  iloveyou iloveu ilovegod ilove lovely love loveme lover loveyou princess prince sunshine monkey dragon master shadow superman batman spiderman
  ironman pokemon pikachu starwars startrek skywalker yoda vader matrix merlin wizard gandalf hobbit harrypotter naruto zelda mario sonic minecraft
  football baseball basketball soccer hockey tennis golf softball volleyball liverpool arsenal chelsea barcelona realmadrid juventus manchester
  manutd everton tottenham rangers celtic benfica bayern cowboys yankees steelers lakers eagles packers broncos raiders redsox patriots chicago
  admin administrator root user guest test testing tester testtest demo login logon default changeme changethis secret topsecret temp temporary
  access account system server manager service support office company business public private security secure student teacher school university
  michael jennifer jordan jessica ashley daniel andrew joshua matthew robert thomas charlie michelle nicole amanda hannah samantha james john
  william david richard joseph christopher anthony steven kevin brian george edward ronald jason jeffrey ryan jacob nicholas eric jonathan
  stephen larry justin scott brandon benjamin samuel gregory alexander patrick jack dennis jerry tyler aaron nathan henry peter adam zachary
  mary patricia linda elizabeth barbara susan sarah karen lisa nancy betty sandra margaret emily kimberly donna carol melissa deborah stephanie
  rebecca laura sharon cynthia kathleen amy angela anna emma olivia sophia isabella victoria martin oliver oscar lucas max maxwell maggie buddy
  bailey cooper rocky lucky tigger bella molly daisy ginger sophie chloe coco simba snoopy mickey minnie donald garfield scooby tweety winnie
  computer internet samsung google facebook microsoft windows android iphone apple macintosh linux oracle cisco dell yahoo hotmail gmail twitter
  instagram youtube amazon netflix whatever trustno trustnoone freedom hunter ranger buster killer pepper thunder cookie banana orange purple
  yellow silver golden diamond crystal butterfly flower rainbow forever blessed jesus christ jesuschrist angel angels heaven heavenly faith grace
  summer winter spring autumn january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday chocolate vanilla coffee cheese pizza burger peanut pumpkin cherry apples strawberry mustang ferrari porsche
  corvette camaro mercedes toyota honda harley yamaha suzuki ducati phoenix falcon eagle tiger lion panther wolf bear horse dolphin turtle
  rabbit kitten kitty puppy doggy america canada mexico england london paris berlin dallas houston austin boston denver atlanta newyork florida
  texas california hawaii brooklyn madrid sydney bismillah allah krishna ganesh shiva blink metallica nirvana slipknot eminem beatles elvis
  hospital doctor doctors nurse nursing surgeon surgery medical medicine clinic health healthcare patient patients coding coder coders incisive
  operative operation opnote opnotes ednote ednotes scalpel theatre anesthesia radiology cardiology billing charting epic cerner meditech
  qwerty qwert qwertz azerty qazwsx qazwsxedc wsxedc qweasd qweasdzxc asdzxc asdf asdfasdf zxcvbnm aaaa asd qwe zxc abc abcd abcde abcdef abcdefg
  fuckyou fuckme fuck asshole bitch bullshit shit damn sexy hottie hotstuff babygirl babyboy baby sweetheart sweetie honey darling cutie angelbaby
  mommy daddy mother father brother sister family friends friend bestfriend happy smile smiley peace party money dollar lottery winner player
  gamer gaming legend champion soldier warrior ninja samurai pirate marine army navy police fire danger demon devil lucifer satan hell ghost
  nothing something anything everything nobody somebody someone mypassword mypass newpassword oldpassword yourpassword thepassword passpass`
    .split(/\s+/)
    .filter(Boolean),
);

const rows = [
  '`1234567890-=',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'azertyuiop',
  'qsdfghjklm',
  'qwertzuiop',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
];
const columns = [
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '8ik,',
  '9ol.',
  '0p;/',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2b3c4d5e6f',
  'a1b2c3d4e5f6',
];
const walks = [...rows, ...columns].flatMap((line) => [line, Array.from(line).toReversed().join('')]);
const walkMinimum = 4;

/** The same few characters over and over. */
const isRepetition = (text: string): boolean => /^(.{1,4}?)\1+(.{0,3})$/.test(text) && new Set(text).size <= 4;

/** Nothing but pieces of keyboard rows, columns or the alphabet, each of four or more. */
function isWalk(text: string): boolean {
  let at = 0;
  while (at < text.length) {
    let longest = 0;
    for (const walk of walks) {
      let length = 0;
      while (at + length < text.length && walk.includes(text.slice(at, at + length + 1))) length += 1;
      longest = Math.max(longest, length);
    }
    if (longest < walkMinimum) return false;
    at += longest;
  }
  return text.length > 0;
}

const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const unmasked = (text: string): string => text.replace(/[@483!10$57]/g, (character) => lookAlikes[character] ?? character);
/** Without digits and signs at both ends. */
const core = (text: string): string => text.replace(/^[\d\W_]+|[\d\W_]+$/g, '');

/** A word of the list, one doubled, or two of them in a row. */
function isWords(text: string): boolean {
  if (words.has(text)) return true;
  for (let at = 3; at <= text.length - 3; at += 1) if (words.has(text.slice(0, at)) && words.has(text.slice(at))) return true;
  return false;
}

/** Whether a password (already in lower case) is one that lists of leaked passwords begin with. */
export function isCommonPassword(folded: string): boolean {
  const plain = folded.replace(/[\s._-]/g, '');
  const bare = core(plain);
  const tries = new Set([plain, bare, unmasked(plain), unmasked(bare), core(unmasked(bare)), bare.replace(/[\d\W_]+/g, '')]);
  const digits = plain.replace(/\D/g, '');
  return (
    isRepetition(plain) ||
    isWalk(plain) ||
    /^\d{1,10}$/.test(plain) ||
    [...tries].some((text) => text.length > 0 && (isWords(text) || isWalk(text))) ||
    // A letter or two and a count: abc12345, 123456a.
    (bare.length <= 3 && digits.length >= 4 && isWalk(digits)) ||
    (bare.length === 0 && digits.length <= 10)
  );
}
