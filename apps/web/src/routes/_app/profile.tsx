import { createFileRoute } from '@tanstack/react-router';
import { MyProfile } from '../../features/accounts/profile/my-profile.tsx';

export const Route = createFileRoute('/_app/profile')({ staticData: { capability: 'profile.own' }, component: MyProfile });
