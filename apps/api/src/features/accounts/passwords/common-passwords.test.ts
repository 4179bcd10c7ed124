import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each(
  `password Password1 P@ssw0rd P@ssw0rd! passw0rd123 12345678 123456789 1234567890 87654321 qwertyuiop qwerty123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
   qazwsxedc zaq12wsx asdfghjkl zxcvbnm123 iloveyou iloveyou2 sunshine1 princess1 football1 baseball superman1 letmein123 welcome1 Welcome2024
   Welcome2026! Summer2026! winter2025 monkey123 dragon123 trustno1! abc12345 abcd1234 a1b2c3d4 aaaaaaaa 11111111 12121212 asdfasdf passwordpassword
   adminadmin Admin123! administrator changeme1 changeme! michael1 jennifer1 hospital1 Surgery2026 surgeon123 incisive1 Incisive2026! opnotes123
   pass-word 19851985 20012001 mustang69 starwars1 123qweasd qwe123qwe asd123asd 147258369 hello123 testtest 1password1 yankees1 charlie123 Charlie!1
   maverick midnight cocacola snowball lasvegas platinum 12qwaszx rush2112 qwertyqwertyqwertyqwertyqwertyqwerty`
    .split(/\s+/)
    .filter(Boolean),
)('ASV-34 C10: %s is common', (password) => {
  expect(isCommonPassword(password.toLowerCase())).toBe(true);
});

test.each([
  'correct horse battery',
  'a quiet morning walk',
  'rain on a tin roof',
  'xK9#mQ2$vL',
  'Tr0ub4dor&3x',
  'my very own words',
  'emoji 🫀 in the middle',
  'gallbladder tuesday kettle',
  'demo-Zk3vQ81x',
  'vierzehn Igel im Garten',
  '8f2c91d07b',
])('%s is not', (password) => {
  expect(isCommonPassword(password.toLowerCase())).toBe(false);
});
