import { Navigate, createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_app/')({ component: () => <Navigate to="/opnotes/new" replace /> });
