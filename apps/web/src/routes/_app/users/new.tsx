import { createFileRoute } from '@tanstack/react-router';
import { NewUser } from '../../../features/accounts/users/new-user.tsx';

export const Route = createFileRoute('/_app/users/new')({ staticData: { capability: 'users.manage' }, component: NewUser });
