-- Which suggestions are outdated is asked for whole tenants: answered from this index, without the suggestions themselves.
create index suggestion_cache_key on app.suggestion_cache (tenant_id, note_id)
  include (text_version, engine_version, knowledge_version, catalogue_version, model_version);
