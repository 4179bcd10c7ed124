import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';

/** The way from a list to the form that adds to it. */
export const AddButton = ({ to, children }: { readonly to: NonNullable<LinkProps['to']>; readonly children: ReactNode }) => (
  <Button component={Link} to={to}>
    {children}
  </Button>
);
