import { fileURLToPath } from 'node:url';
import { createExtractor } from '@incisive/documents';
import { buildApp, buildWorker, newServer } from './app.ts';
import { catalogueLoader, closeDeps, composeDeps, knowledgeFiles } from './compose.ts';
import { type Config, ConfigError, configNames, readConfig, startHints } from './config.ts';
import { connectionProblem } from './db/connection-problem.ts';
import { EmbeddedPostgresError } from './db/embedded/embedded-postgres.ts';
import { MigrationError } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';
import { installationSecret } from './db/secret.ts';
import { withSystem } from './db/tenant.ts';
import { SelfTestError } from './db/self-test.ts';
import { ensureCatalogue } from './demo/ensure-catalogue.ts';
import { demoPeople, ensureDemo } from './demo/ensure-demo.ts';
import { makeSampleWeek } from './demo/week/make-week.ts';
import { isDatabaseTrouble } from './http/problems.ts';
import { readInstallation } from './features/installation/installation.service.ts';
import { renderPublicPages } from './http/files/public-pages.ts';
import { hasSuperAdmin } from './features/accounts/sign-up/first-administrator.ts';
import { Metrics } from './metrics/metrics.ts';
import { paths } from './paths.ts';
import { catalogueVersion } from './engine/catalogue-version.ts';
import { workerSuggester } from './engine/worker-suggester.ts';
import { Tracing } from './tracing/tracing.ts';
import { complain, printText } from './terminal.ts';
import { typedCommand } from './typed-command.ts';
import { type Work, startWork } from './work.ts';

const drainMilliseconds = 10_000;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const secret = await installationSecret(config);
  const app = newServer(config);
  const state = { draining: false };
  const opened = await openDatabase(config, secret, printText, (error) => {
    // While stopping, the last connections are cut by ourselves.
    if (!state.draining) app.log.warn({ code: 'code' in error ? error.code : error.name }, 'database connection lost');
  });
  const files = knowledgeFiles();
  await ensureCatalogue(opened.database, files);
  const demo = config.demo && config.works ? await ensureDemo(config, opened.database, printText) : null;
  const metrics = config.METRICS_PORT === undefined ? null : new Metrics(opened.database);
  metrics?.watchRequests(app);
  const engine = workerSuggester(files, catalogueLoader(opened.database), paths.engineWorker);
  const tracing = await startTracing(config);
  tracing?.watchRequests(app);
  tracing?.watchDatabase(opened.database);
  const timed = metrics?.timed(engine) ?? engine;
  const suggester = tracing?.watched(timed) ?? timed;
  const extractor = createExtractor({ childPath: fileURLToPath(paths.extractChild) });
  void extractor.warmUp().catch((error: unknown) => app.log.warn({ reason: String(error) }, 'file readers do not start'));
  const { database, archive } = opened;
  const deps = await composeDeps({ config, database, archive, tracing, secret, log: app.log, suggester, extractor });
  if (config.answers) {
    const told = await readInstallation(opened.database, config);
    const pages = await renderPublicPages(paths.webFolder, config, told);
    await buildApp(app, deps, { state, web: { folder: paths.webFolder, pages } });
  } else await buildWorker(app, deps, state);
  await app.listen({ host: config.HOST, port: config.PORT }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw error;
    throw new ConfigError(`HOST, PORT: ${error.message}. Name an address of this machine, and a port that this user may open.`);
  });
  const work: Work | null = config.works ? await startWork(deps) : null;
  const metricsServer = await metrics?.listen(config.METRICS_HOST, Number(config.METRICS_PORT)).catch((error: Error) => {
    throw new ConfigError(`METRICS_PORT: ${error.message}. Name a port of this machine that is free.`);
  });
  // The engine is built over the catalogue now, so that the first note does not wait for it.
  void withSystem(opened.database, catalogueVersion)
    .then((catalogue) => suggester.suggest({ text: 'PROCEDURE: Appendectomy.', size: 1, catalogue }))
    .catch((error: unknown) =>
      app.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'the engine could not be prepared'),
    );

  // Three weeks of sample work take seconds: nobody waits for them.
  const sampleWeek = demo ? makeSampleWeek(deps) : null;
  let stopping = false;
  const stop = async (reason: string, code: number): Promise<void> => {
    if (stopping) {
      process.exit(code || 1);
    }
    stopping = true;
    state.draining = true;
    const sampleEnded = sampleWeek?.stop();
    printText(`Stopping (${reason})`);
    setTimeout(() => process.exit(1), drainMilliseconds + 12_000).unref();
    await Promise.race([app.close(), new Promise((resolve) => setTimeout(resolve, drainMilliseconds).unref())]);
    metricsServer?.close();
    await sampleEnded;
    await work?.close();
    await closeDeps(deps);
    await tracing?.close().catch(() => undefined);
    await opened.close();
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal, 0));
  void opened.failed.then((words) => stop(words, 1));
  process.on('unhandledRejection', (error) => {
    // A library that did not wait for its own query: the pools take new connections by themselves.
    if (isDatabaseTrouble(error)) {
      app.log.warn({ reason: error instanceof Error ? error.name : 'rejection' }, 'database not reached');
      return;
    }
    app.log.fatal({ reason: error instanceof Error ? error.name : 'rejection' }, 'unhandled rejection');
    void stop('unhandled rejection', 1);
  });

  // Whoever started us (scripts/start.mjs) starts us again from here on, and we do not outlive it.
  const orphaned = (): void => void stop('the process that started this one has ended', 0);
  if (process.connected) process.send?.('ready');
  else if (process.send) orphaned();
  process.once('disconnect', orphaned);

  printText(config.answers ? `\nIncisive is ready: ${config.publicUrl}` : '\nIncisive is at work; it answers /readyz alone');
  if (demo)
    printText(`Sign in as ${demoPeople.map(({ username }) => username).join(', ')}.\nPassword for all of them: ${demo.password}`);
  else if (!config.demo && !(await hasSuperAdmin(opened.database)))
    printText(`Make the first administrator with: ${typedCommand('admin create')}`);
  for (const hint of startHints(config)) printText(hint);
  void sampleWeek?.made.then(
    (cases) => (cases > 0 ? printText(`Three weeks of sample work are in: ${cases} cases`) : undefined),
    (error: unknown) =>
      app.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'the sample work is not complete'),
  );
}

/** The libraries are loaded only where traces are wanted. */
async function startTracing(config: Config): Promise<Tracing | undefined> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  const { openTelemetrySink } = await import('./tracing/open-telemetry.ts');
  return new Tracing(openTelemetrySink(config));
}

/** What a person can mend is told in words; anything else with its stack. */
function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const mendable =
    [ConfigError, EmbeddedPostgresError, MigrationError, SelfTestError].some((kind) => error instanceof kind) ||
    configNames.some((name) => error.message.startsWith(`${name}: `)) ||
    ('code' in error && error.code === 'EADDRINUSE');
  return connectionProblem(error) ?? (mendable ? error.message : (error.stack ?? error.message));
}

try {
  await start();
} catch (error) {
  complain(`Incisive could not start.\n${words(error)}`);
  process.exit(1);
}
