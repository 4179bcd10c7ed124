import { useQuery } from '@tanstack/react-query';
import { installationQuery } from '../../lib/installation.ts';
import { SampleDataTag } from './sample-data-tag.tsx';

/** The tag on every screen of the application. */
export const DemoTag = () => <SampleDataTag shown={useQuery(installationQuery).data?.demo ?? false} />;
