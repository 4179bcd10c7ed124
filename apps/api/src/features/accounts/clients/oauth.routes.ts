import { oauth } from '@incisive/contract/oauth';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { fieldError } from '../../../http/app-error.ts';
import { mount } from '../../../http/mount.ts';
import { basicCredentials, clientToken } from './client-tokens.ts';

export const mountOauth = (app: FastifyInstance, deps: Deps): void =>
  mount(app, deps, oauth, {
    token: ({ body, request, audit }) => {
      const basic = basicCredentials(request.headers.authorization);
      if (basic && (body.client_secret !== undefined || body.client_assertion !== undefined))
        throw fieldError('client_secret', 'Show who you are in one way, not in two.');
      return clientToken(deps, { ...body, ...basic }, audit);
    },
  });
