-- Form 5: annual accomplishments (spec section 3).

create table public.form_5_accomps (
  like template.record including all,
  like template.status including all,
  like template.reporting including all,
  like template.programme including all,
  like template.arbo including all,
  like template.location including all,
  like template.arc including all,
  crop_product text
);
alter table public.form_5_accomps
  alter status set default 'Accomplished',
  -- The endpoint form-5-accomp also reads targets (form_5_annualtargets) and recognizes them by their ids. So no row of
  -- this table may have the id of a target.
  alter id set minvalue 1000000001 set start 1000000001 restart,
  add constraint form_5_accomps_id_above_targets check (id > 1000000000);
comment on table public.form_5_accomps is 'Form 5 annual accomplishment, one row per ARBO and project.';
insert into private.record_tables values ('form_5_accomps', 'accomplishment');
call private.apply_protection('public.form_5_accomps');
call private.index_import_names('public.form_5_accomps', 'arbo_name');
