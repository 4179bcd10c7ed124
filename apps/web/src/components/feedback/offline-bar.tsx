import { IconWifiOff } from '@tabler/icons-react';
import { useOnline } from '../../lib/online.ts';
import classes from './offline-bar.module.css';

/** Says at once that the line is gone, on every screen. */
export function OfflineBar() {
  const online = useOnline();
  return (
    <output className={classes.bar} data-offline={!online}>
      {online ? null : (
        <>
          <IconWifiOff size={16} aria-hidden />
          You are offline. What is on screen was loaded before; it goes on when the connection is back.
        </>
      )}
    </output>
  );
}
