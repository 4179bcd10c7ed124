import { Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Popup } from '../../../components/overlay/popup.tsx';
import classes from '../note-screen.module.css';

export type HeadAction =
  | { readonly label: string; readonly run: () => void; readonly loading?: boolean }
  | { readonly label: string; readonly to: string; readonly search?: Readonly<Record<string, string>> };

/** What is done with the note as a whole: buttons where there is room, a menu on a telephone. */
export function HeadActions({ actions }: { readonly actions: readonly HeadAction[] }) {
  return (
    <>
      {actions.map((action) =>
        'to' in action ? (
          <Button
            key={action.label}
            className={classes.wideOnly ?? ''}
            variant="default"
            component={Link}
            to={action.to}
            search={action.search as never}
          >
            {action.label}
          </Button>
        ) : (
          <Button
            key={action.label}
            className={classes.wideOnly ?? ''}
            variant="default"
            onClick={action.run}
            loading={action.loading ?? false}
          >
            {action.label}
          </Button>
        ),
      )}
      <div className={classes.narrowOnly}>
        <Popup
          kind="menu"
          label="More"
          width={190}
          align="end"
          trigger={(props) => (
            <Button variant="default" aria-label="More" {...props}>
              <IconDots size={18} aria-hidden />
            </Button>
          )}
        >
          {(close) => (
            <div className={classes.menu}>
              {actions.map((action) =>
                'to' in action ? (
                  <Link
                    key={action.label}
                    role="menuitem"
                    to={action.to as never}
                    search={action.search as never}
                    onClick={close}
                  >
                    {action.label}
                  </Link>
                ) : (
                  <button
                    key={action.label}
                    type="button"
                    role="menuitem"
                    onClick={() => {
                      close();
                      action.run();
                    }}
                  >
                    {action.label}
                  </button>
                ),
              )}
            </div>
          )}
        </Popup>
      </div>
    </>
  );
}
