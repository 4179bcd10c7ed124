-- Which TLS client certificate may speak for an HL7 channel: a SHA-256 fingerprint, or the common name of its subject. None: any that the
-- clinic's authority signed. Beside it the one that spoke last, for the administrator who binds the channel to it.

alter table app.hl7_channels
  add column certificate text check (length(certificate) between 1 and 64),
  add column last_certificate jsonb;

grant update (certificate) on app.hl7_channels to inc_tenant, inc_super;
