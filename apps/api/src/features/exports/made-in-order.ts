/** One is read from the database while the one before it is packed, and the one before that is sent. */
const atOnce = 3;

/**
 * What is made of each item, in the order of the items, a few of them in the making. None is begun after one has failed, or after the
 * reader has gone; those that are under way end first.
 */
export async function* madeInOrder<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): AsyncGenerator<Made> {
  const waiting = items.values();
  const making: Promise<Made>[] = [];
  const begin = (): void => {
    const next = waiting.next();
    if (next.done) return;
    const made = make(next.value);
    // One that fails is told when its turn comes.
    made.catch(() => undefined);
    making.push(made);
  };
  try {
    for (let n = 0; n < atOnce; n += 1) begin();
    for (let first = making.shift(); first; first = making.shift()) {
      const made = await first;
      begin();
      yield made;
    }
  } finally {
    await Promise.allSettled(making);
  }
}
