import { print } from '../terminal.ts';
import { withDatabase } from './with-database.ts';

// Opening the database brings its schema up to date; this command only does that.
await withDatabase(async () => {
  print('The database is up to date.');
  return 0;
});
