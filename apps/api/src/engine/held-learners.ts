import type { Learner } from './suggester.ts';

/** A model is some megabytes when it is taken apart. */
const mostHeld = 8;

/**
 * What was learned for the tenants that asked last. The server has one of versions and its engine's thread one of models: both see the same
 * calls in the same order, so the one knows what the other holds.
 */
export class HeldLearners<T> {
  readonly #byTenant = new Map<string, { readonly version: number; readonly held: T }>();

  /** Undefined where this version is not held. */
  get({ tenant, version }: Pick<Learner, 'tenant' | 'version'>): T | undefined {
    const found = this.#byTenant.get(tenant);
    return found?.version === version ? found.held : undefined;
  }

  keep({ tenant, version }: Pick<Learner, 'tenant' | 'version'>, held: T): void {
    this.#byTenant.delete(tenant);
    this.#byTenant.set(tenant, { version, held });
    if (this.#byTenant.size <= mostHeld) return;
    const [oldest = ''] = this.#byTenant.keys();
    this.#byTenant.delete(oldest);
  }

  clear(): void {
    this.#byTenant.clear();
  }
}
