import { Navigate, createFileRoute } from '@tanstack/react-router';

/** The gate shows the card to whoever is not signed in; everybody else has no business here. */
export const Route = createFileRoute('/_app/login')({ component: () => <Navigate to="/opnotes/new" replace /> });
