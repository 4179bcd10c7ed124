/** What was typed as second factor: six digits are a code of the app, anything else is a recovery code. */
export function typedFactor(code: string): { otp?: string; recovery_code?: string } {
  const typed = code.replaceAll(/\s/g, '');
  if (typed === '') return {};
  return /^\d{6}$/.test(typed) ? { otp: typed } : { recovery_code: typed };
}
