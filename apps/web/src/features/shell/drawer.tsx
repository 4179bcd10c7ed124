import type { RefObject } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import type { NavGroup } from './nav-links.ts';
import classes from './drawer.module.css';

/**
 * The main navigation: groups of links with their names, or, folded on a wide screen, a rail of icons whose names show on hover and focus.
 * The names are in the markup either way.
 */
export function Drawer({
  groups,
  folded,
  panel,
  onFollow,
}: {
  readonly groups: readonly NavGroup[];
  readonly folded: boolean;
  readonly panel: RefObject<HTMLElement | null>;
  readonly onFollow: () => void;
}) {
  const here = useLocation({ select: ({ pathname }) => pathname });
  const within = (to: string): boolean => here === to || here.startsWith(`${to}/`);
  /** A link whose page has a link of its own below it is not where one is. */
  const isOver = (to: string): boolean =>
    groups.some(({ links }) => links.some((other) => other.to.startsWith(`${to}/`) && within(other.to)));
  return (
    <nav id="drawer" ref={panel} className={folded ? `${classes.drawer} ${classes.rail}` : classes.drawer} aria-label="Main">
      {groups.map(({ label, links }) => (
        <div key={label} className={classes.group}>
          <p className={classes.label} aria-hidden>
            {label}
          </p>
          {links.map(({ to, label: name, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              className={classes.link}
              activeOptions={{ exact: isOver(to) }}
              activeProps={{ className: `${classes.link} ${classes.active}` }}
              onClick={onFollow}
            >
              <Icon size={18} stroke={1.7} aria-hidden />
              <span className={classes.name}>{name}</span>
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
