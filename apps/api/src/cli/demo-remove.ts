import { removeDemo } from '../demo/remove-demo.ts';
import { print } from '../terminal.ts';
import { withDatabase } from './with-database.ts';

await withDatabase(async (database, _config, admin) => {
  const removed = await removeDemo(database, admin);
  print(removed > 0 ? `Removed the sample data: ${removed} notes with their tenants’ people.` : 'There is no sample data here.');
  return 0;
});
