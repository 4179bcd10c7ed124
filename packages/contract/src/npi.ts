/** Whether ten digits are a National Provider Identifier: the Luhn sum holds with the prefix of health applications before them. */
export const isNpi = (value: string): boolean => {
  if (!/^\d{10}$/.test(value)) return false;
  const sum = Array.from(`80840${value}`)
    .toReversed()
    .reduce((total, digit, at) => {
      const n = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return total + (n > 9 ? n - 9 : n);
    }, 0);
  return sum % 10 === 0;
};
