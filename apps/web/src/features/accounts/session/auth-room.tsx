import type { ReactNode } from 'react';
import { Logo } from '../../../components/layout/logo.tsx';
import classes from './auth-card.module.css';

/** The card in the middle of an empty page, under the logo; `below` stands outside the card. */
export const AuthRoom = ({ children, below }: { readonly children: ReactNode; readonly below?: ReactNode }) => (
  <main className={classes.room}>
    <div className={classes.card}>
      <a href="/" className={classes.home} aria-label="Incisive, home">
        <Logo />
      </a>
      {children}
    </div>
    {below}
  </main>
);
