import { useState } from 'react';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryStatus } from '../../components/feedback/query-status.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { formatMoment } from '../../lib/dates.ts';
import { useCan, useProfile } from '../../lib/session/profile.ts';
import { selectableTenantsQuery } from '../../lib/session/tenants.ts';
import { PlanForm } from './plan-form.tsx';
import { planQuery, reviewsHome } from './reviews.queries.ts';
import classes from './reviews.module.css';

/** /reviews/plan: what a clinic reviews by itself. */
export function PlanScreen() {
  const above = useCan('notes.choose-tenant');
  const own = useProfile().tenant;
  const [chosen, setTenant] = useState('');
  const tenant = own ?? chosen;
  const clinics = useQuery({ ...selectableTenantsQuery, enabled: above });
  const found = useQuery({ ...planQuery(tenant), enabled: tenant !== '' });
  const plan = found.data;
  return (
    <div className="page">
      <PageHeader title="Review plan" crumbs={[{ label: 'Reviews', to: reviewsHome }, { label: 'Plan' }]} />
      {above ? (
        <NativeSelect
          label="Tenant"
          className={classes.start}
          data={[{ value: '', label: 'Choose' }, ...(clinics.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
          value={chosen}
          onChange={(event) => setTenant(event.currentTarget.value)}
        />
      ) : null}
      {tenant === '' ? null : <QueryStatus query={found} />}
      {plan ? (
        <>
          <p className={classes.quiet}>
            {plan.changed_at && plan.changed_by
              ? `Changed ${formatMoment(plan.changed_at)} by ${plan.changed_by}.`
              : 'Nothing is reviewed by itself yet. What is finished can be drawn by hand under Draws.'}
          </p>
          <PlanForm key={`${tenant} ${plan.changed_at ?? ''}`} plan={plan} tenant={tenant} />
        </>
      ) : null}
    </div>
  );
}
