/** Stands for a reader that a hostile file has got hold of: the job's bytes say what it does. */
let held: unknown;

process.on('message', (job: { bytes: Uint8Array }) => {
  const [, what = ''] = /do:(\w+)/.exec(Buffer.from(job.bytes).toString('latin1')) ?? [];
  if (what === 'loop') for (;;);
  if (what === 'exit') process.exit(7);
  if (what === 'hog') {
    held = Array.from({ length: 200 }, () => Buffer.alloc(10_000_000, 1));
    return;
  }
  if (what === 'slow') {
    setTimeout(() => process.send?.({ kind: 'text', text: `${process.pid}`, leftOut: [] }), 300);
    return;
  }
  process.send?.({ kind: 'text', text: held === undefined ? `${process.pid}` : 'kept', leftOut: [] });
});
process.send?.({ kind: 'ready' });
