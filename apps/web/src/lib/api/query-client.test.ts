import { MutationObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient, pauseBefore } from './query-client.ts';

const refusal = (status: number, code: string, retryAfter: string | null = null): ApiError =>
  ApiError.fromAnswer(status, JSON.stringify({ type: `urn:incisive:error:${code}`, title: code, status }), retryAfter);
const busy = refusal(503, 'busy', '7');

describe('IDM-04 what is sent again, and when', () => {
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));

  test('the pause is the server’s, or doubles; it is spread, and bounded', () => {
    expect(pauseBefore(0, busy)).toBe(7000);
    expect([0, 1, 2].map((failures) => pauseBefore(failures, ApiError.offline()))).toEqual([1000, 2000, 4000]);
    expect(pauseBefore(0, refusal(503, 'busy', '86400'))).toBe(30_000);
    expect(pauseBefore(1, refusal(503, 'busy', 'Wed, 21 Oct 2026 07:28:00 GMT'))).toBe(2000);
    vi.mocked(Math.random).mockReturnValue(0.999);
    expect(pauseBefore(0, busy)).toBeGreaterThan(8500);
    expect(pauseBefore(0, busy)).toBeLessThan(9100);
  });

  test('a read waits as long as the server asks for, and then is answered', async () => {
    vi.useFakeTimers();
    const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(busy).mockResolvedValue('rows');
    const answer = createQueryClient().fetchQuery({ queryKey: ['rows'], queryFn: read, ...readsAgain() });
    await vi.advanceTimersByTimeAsync(6999);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toBe('rows');
    vi.useRealTimers();
  });

  test('a refusal that another try cannot mend is not asked again', async () => {
    const read = vi.fn<() => Promise<string>>().mockRejectedValue(refusal(403, 'forbidden'));
    await expect(createQueryClient().fetchQuery({ queryKey: ['rows'], queryFn: read, ...readsAgain() })).rejects.toMatchObject({
      status: 403,
    });
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('what changes something is sent once, whatever is answered', async () => {
    for (const error of [busy, ApiError.offline()]) {
      const save = vi.fn<() => Promise<string>>().mockRejectedValue(error);
      await expect(new MutationObserver(createQueryClient(), { mutationFn: save }).mutate()).rejects.toBe(error);
      expect(save).toHaveBeenCalledTimes(1);
    }
  });
});

/** `fetchQuery` asks once unless told; screens use the client’s own ways. */
function readsAgain() {
  const { retry, retryDelay } = createQueryClient().getDefaultOptions().queries ?? {};
  if (retry === undefined || retryDelay === undefined) throw new Error('The client does not say when it asks again.');
  return { retry, retryDelay };
}
