import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { colorSchemes } from '../../lib/color-scheme.ts';
import { askConsentAgain } from '../../lib/consent.ts';
import { useProfile } from '../../lib/profile.ts';
import { signOut } from '../../lib/sign-out.ts';
import classes from './account-menu.module.css';

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The username and what belongs to the account. */
export function AccountMenu({ onKeys }: { readonly onKeys: () => void }) {
  const profile = useProfile();
  const queries = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = capitalised(profile.username);
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <UnstyledButton className={classes.button} aria-label={`Account of ${name}`}>
          <span className={classes.name}>{name}</span>
          <span className={classes.badge} aria-hidden>
            {name.slice(0, 2).toUpperCase()}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/profile">
          Profile
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
        {colorSchemes.map(({ value, label }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            closeMenuOnClick={false}
            onClick={() => setColorScheme(value)}
            rightSection={colorScheme === value ? <IconCheck size={15} aria-hidden /> : null}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={onKeys} rightSection={<kbd>?</kbd>}>
          Keys and colours
        </Menu.Item>
        <Menu.Item onClick={askConsentAgain}>Cookie choice</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => signOut(queries)}>Sign Out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
