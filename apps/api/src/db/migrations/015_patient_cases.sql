-- Earlier operations of a patient are looked up with every check of a claim.
create index cases_of_patient on app.cases (tenant_id, trim(patient_number)) where finished_at is not null;
