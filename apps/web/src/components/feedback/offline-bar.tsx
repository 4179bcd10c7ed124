import { IconWifiOff } from '@tabler/icons-react';
import { useOnline } from '../../lib/api/online.ts';
import classes from './offline-bar.module.css';

/** Says at once that the line is gone, on every screen. */
export function OfflineBar() {
  const online = useOnline();
  return (
    <output className={classes.bar} data-offline={!online}>
      {online ? null : (
        <>
          <IconWifiOff size={16} aria-hidden />
          You’re offline. What’s on screen was loaded earlier; it will update when you reconnect.
        </>
      )}
    </output>
  );
}
