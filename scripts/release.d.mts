export function makeRelease(
  out: string,
  options?: { postgres?: boolean },
): Promise<{ file: string; folder: string; sha256: string; bytes: number }>;
