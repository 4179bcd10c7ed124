import type { FastifyInstance } from 'fastify';

/**
 * Lets one route take files as they are, and no other: within it a body of these media types is what the JSON would have been that holds it
 * in base64, so that one handler, one schema and one limit judge both.
 */
export function acceptRaw(app: FastifyInstance, types: readonly string[], add: (scope: FastifyInstance) => unknown): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser([...types], { parseAs: 'buffer' }, (request, body: Buffer, done) =>
      done(null, {
        resourceType: 'Binary',
        contentType: request.headers['content-type'],
        data: body.toString('base64'),
      }),
    );
    add(scope);
  });
}
