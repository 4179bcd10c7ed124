/** A backup that the product made by itself, as its name tells. */
export interface BackupFile {
  readonly name: string;
  readonly madeAt: Date;
}

/** How many are kept: one for each of the last days, weeks and months that have any. */
const kept = { days: 7, weeks: 5, months: 12 } as const;
const allOfMilliseconds = 24 * 3_600_000;
const pattern = /^incisive-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.bak$/;

/** The name of a backup made at that moment. */
export const backupName = (at: Date): string => `incisive-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.bak`;

/** The product's own backups among the names of a folder, newest first; whatever else lies there is nobody's business here. */
export function backupsAmong(names: readonly string[]): BackupFile[] {
  return names
    .flatMap((name) => {
      const parts = pattern.exec(name);
      if (!parts) return [];
      const [, year, month, day, hour, minute, second] = parts;
      const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
      return Number.isNaN(madeAt.getTime()) ? [] : [{ name, madeAt }];
    })
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const monthOf = (at: Date): string => at.toISOString().slice(0, 7);
/** Weeks begin on Monday; named by it. */
const weekOf = (at: Date): string => dayOf(new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000));

/**
 * The backups that may go: not of the last 24 hours, and not the newest of one of the last 7 days, 5 weeks or 12 months that have one.
 * Days are UTC's. The newest of all always stays.
 */
export function superfluous(backups: readonly BackupFile[], now: Date): BackupFile[] {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
  const stays = new Set(newestFirst.filter(({ madeAt }) => now.getTime() - madeAt.getTime() < allOfMilliseconds));
  const spans = [
    [dayOf, kept.days],
    [weekOf, kept.weeks],
    [monthOf, kept.months],
  ] as const;
  for (const [spanOf, most] of spans) {
    const newest = new Map<string, BackupFile>();
    for (const backup of newestFirst) {
      const span = spanOf(backup.madeAt);
      if (!newest.has(span) && newest.size < most) newest.set(span, backup);
    }
    for (const backup of newest.values()) stays.add(backup);
  }
  return newestFirst.filter((backup) => !stays.has(backup));
}
