-- A level that a role entry names is looked up where one is changed or removed, as every reference is.

create index uac_status on public.uac using btree (status);
