-- The figures of the work look at what was done lately, and at what is not final.

create index case_acts_lately on app.case_acts (tenant_id, acted_at);
create index case_acts_lately_all on app.case_acts (acted_at);
create index cases_came on app.cases (tenant_id, created_at);
create index cases_came_all on app.cases (created_at);
create index cases_not_final on app.cases (tenant_id, work_state) where work_state in ('new', 'held', 'queried', 'coded', 'in-review', 'returned');
create index cases_not_final_all on app.cases (work_state) where work_state in ('new', 'held', 'queried', 'coded', 'in-review', 'returned');
