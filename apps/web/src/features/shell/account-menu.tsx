import type { ReactNode } from 'react';
import { useMantineColorScheme } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Popup } from '../../components/overlay/popup.tsx';
import { colorSchemes } from '../../lib/color-scheme.ts';
import { askConsentAgain } from '../../lib/consent.ts';
import { useProfile } from '../../lib/session/profile.ts';
import { signOut } from '../../lib/session/sign-out.ts';
import classes from './account-menu.module.css';

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const Item = ({ act, children }: { readonly act: () => void; readonly children: ReactNode }) => (
  <button type="button" role="menuitem" className={classes.item} onClick={act}>
    {children}
  </button>
);

/** The username and what belongs to the account. */
export function AccountMenu({ onKeys }: { readonly onKeys: () => void }) {
  const profile = useProfile();
  const queries = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = capitalized(profile.username);
  return (
    <Popup
      kind="menu"
      label="Account"
      width={210}
      align="end"
      trigger={(props) => (
        <button type="button" className={classes.button} aria-label={`Account of ${name}`} {...props}>
          <span className={classes.name}>{name}</span>
          <span className={classes.badge} aria-hidden>
            {name.slice(0, 2).toUpperCase()}
          </span>
        </button>
      )}
    >
      {(close) => (
        <div className={classes.menu}>
          <Link to="/profile" role="menuitem" className={classes.item} onClick={close}>
            Profile
          </Link>
          <Link to="/profile" hash="password" role="menuitem" className={classes.item} onClick={close}>
            Change password
          </Link>
          <hr />
          <p>Colors</p>
          {colorSchemes.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              role="menuitemradio"
              aria-checked={colorScheme === value}
              className={classes.item}
              onClick={() => setColorScheme(value)}
            >
              {label}
              {colorScheme === value ? <IconCheck size={15} aria-hidden /> : null}
            </button>
          ))}
          <hr />
          <Item
            act={() => {
              close();
              onKeys();
            }}
          >
            Keys and colors <kbd aria-hidden>?</kbd>
          </Item>
          <Item
            act={() => {
              close();
              askConsentAgain();
            }}
          >
            Cookie choice
          </Item>
          <hr />
          <Item act={() => signOut(queries)}>Sign Out</Item>
        </div>
      )}
    </Popup>
  );
}
