import { TLSSocket } from 'node:tls';
import type { Socket } from 'node:net';
import type { Hl7Certificate } from '@incisive/contract/hl7-channels';

/** What the sender at the other end showed of itself: null without TLS. */
export function certificateOf(socket: Socket): Hl7Certificate | null {
  const shown = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  if (!shown) return null;
  return {
    name: /^CN=(.*)$/m.exec(shown.subject)?.[1]?.slice(0, 64) ?? '',
    fingerprint: shown.fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}

/** Why a certificate may not speak for a channel that is bound to one; null where it may. */
export function certificateProblem(bound: string | null, shown: Hl7Certificate | null): string | null {
  if (bound === null || (shown && (bound === shown.fingerprint || bound === shown.name))) return null;
  if (!shown) return 'The channel is bound to a certificate, and this connection showed none. Send by TLS.';
  return `The certificate of this connection is not the one that the channel is bound to. It is ${shown.name || 'without a name'}, SHA-256 ${shown.fingerprint}.`;
}
