import { IconWifiOff } from '@tabler/icons-react';
import { useIsMutating } from '@tanstack/react-query';
import { useOnline } from '../../lib/api/online.ts';
import classes from './offline-bar.module.css';

/** Says at once that the line is gone, on every screen, and that what was sent meanwhile waits. */
export function OfflineBar() {
  const online = useOnline();
  const waiting = useIsMutating({ predicate: ({ state }) => state.isPaused }) > 0;
  return (
    <output className={classes.bar} data-offline={!online}>
      {online ? null : (
        <>
          <IconWifiOff size={16} aria-hidden />
          {waiting
            ? 'You’re offline. What you sent waits here, and goes out when you reconnect.'
            : 'You’re offline. What’s on screen was loaded earlier; it will update when you reconnect.'}
        </>
      )}
    </output>
  );
}
