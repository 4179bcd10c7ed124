import type { ResponseOf } from '@incisive/contract/endpoint';
import type { queue } from '@incisive/contract/queue';

/** A queue's home in which nothing waits. */
export const quietQueue: ResponseOf<typeof queue.home> = {
  mine: { yours: 0, returned: 0, answered: 0, held: 0 },
  all: { open: 0, late: 0 },
  queues: [],
  finished_today: { cases: 0, lines: 0 },
  next_return: null,
  auto_load_forced: false,
  fast_lane: false,
  hold_reasons: [{ key: 'page', label: 'Page missing', days: 2 }],
};
