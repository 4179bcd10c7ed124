import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { DemoTag } from '../../components/feedback/demo-tag.tsx';
import { OfflineBar } from '../../components/feedback/offline-bar.tsx';
import { Logo } from '../../components/layout/logo.tsx';
import { KeyHintsContext } from '../../components/overlay/key-hints.tsx';
import type { KeyHint } from '../../components/overlay/keys-sheet.tsx';
import { tellLoadFailure } from '../../components/overlay/load-failure.ts';
import { lazyDialog } from '../../components/overlay/lazy-dialog.tsx';
import { useMay } from '../../lib/session/profile.ts';
import { isSingleKey, singleKeysAct } from '../../lib/keyboard/single-keys.ts';
import { isTyping } from '../../lib/keyboard/typing.ts';
import { AccountMenu } from './account-menu.tsx';
import { Drawer } from './drawer.tsx';
import { groupsOf } from './nav-links.ts';
import { useDrawer } from './use-drawer.ts';
import classes from './shell.module.css';

const KeysSheet = lazyDialog(async () => (await import('../../components/overlay/keys-sheet.tsx')).KeysSheet);

export interface ShellProps {
  readonly children: ReactNode;
  /** Between the logo and the account menu: the notices bell. */
  readonly bell?: ReactNode;
}

/** Top bar, drawer and main region around every signed-in screen; owns the `?` sheet. */
export function Shell({ children, bell }: ShellProps) {
  const may = useMay();
  const groups = useMemo(() => groupsOf(may), [may]);
  const links = useMemo(() => groups.flatMap((group) => group.links), [groups]);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const { open, wide, toggle, close, closeIfNarrow } = useDrawer(button, panel);
  const [told, setTold] = useState<readonly (readonly KeyHint[])[]>([]);
  const tellHints = useCallback((more: readonly KeyHint[]) => {
    setTold((before) => [...before, more]);
    return () => setTold((before) => before.filter((one) => one !== more));
  }, []);
  const hints = useMemo(() => told.flat(), [told]);
  const [sheetOpen, setSheetOpen] = useState(false);
  useShellKey(
    '?',
    useCallback(() => setSheetOpen(true), []),
  );
  useShellKey('[', toggle);
  const navigate = useNavigate();
  const router = useRouter();
  const works = may('queue.work');
  useShellKey(
    't',
    useCallback(() => {
      const open = (id: string): void => void navigate({ to: '/opnotes/$id', params: { id } });
      // In the queue, the one that is looked at: what it marks as next is what T takes.
      const { pathname, search } = router.state.location;
      const from = pathname === '/queue' ? (search as { queue?: string }).queue : undefined;
      // Comes with the first press: few pages need it.
      if (works) void import('../../lib/work/take-next.ts').then(({ takeNext }) => takeNext(open, from), tellLoadFailure);
    }, [works, navigate, router]),
  );
  const allHints = useMemo(
    () => [
      ...(works ? [{ keys: ['T'], does: 'Take the next case of the queue' }] : []),
      ...hints.filter(({ keys }) => keys[0] !== 'T'),
      ...(hints.some(({ keys }) => keys[0] === '[') ? [] : [{ keys: ['['], does: 'Open and close the menu' }]),
      { keys: ['?'], does: 'This sheet' },
    ],
    [hints, works],
  );

  return (
    <KeyHintsContext value={tellHints}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.top}>
        {links.length > 1 ? (
          <button
            type="button"
            ref={button}
            className={classes.burger}
            aria-label="Menu"
            aria-expanded={open}
            aria-controls="drawer"
            onClick={toggle}
          >
            <IconMenu2 size={20} aria-hidden />
          </button>
        ) : null}
        <Link to={links[0]?.to ?? '/opnotes'} className={classes.logo} aria-label="Incisive">
          <Logo />
        </Link>
        <DemoTag />
        <div className={classes.me}>
          {bell}
          <AccountMenu onKeys={() => setSheetOpen(true)} />
        </div>
      </header>
      <div className={classes.body}>
        {links.length > 1 && (open || wide) ? (
          <>
            {wide ? null : <div className={classes.scrim} onClick={close} aria-hidden />}
            <Drawer groups={groups} folded={!open} panel={panel} onFollow={closeIfNarrow} />
          </>
        ) : null}
        <main id="main" tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </div>
      <OfflineBar />
      <KeysSheet opened={sheetOpen} onClose={() => setSheetOpen(false)} hints={allHints} />
    </KeyHintsContext>
  );
}

function useShellKey(key: string, act: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // A key that the screen has used is not the shell's as well.
      if (event.defaultPrevented) return;
      if (event.key === key && singleKeysAct() && isSingleKey(event) && !isTyping(event)) act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [key, act]);
}
