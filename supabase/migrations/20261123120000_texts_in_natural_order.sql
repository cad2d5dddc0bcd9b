-- Numbers in texts are sorted by their value in lists: FME-11 before FME-101. The indexes follow the order of the lists.

DROP INDEX "public"."arbo_masterlist_by_name";

DROP INDEX "public"."arbo_masterlist_office_by_name";

DROP INDEX "public"."arbo_trainings_by_title";

DROP INDEX "public"."arbo_trainings_office_by_title";

DROP INDEX "public"."arc_masterlist_by_name";

DROP INDEX "public"."arc_masterlist_office_by_name";

DROP INDEX "public"."participants_by_name";

DROP INDEX "public"."participants_office_by_name";

CREATE COLLATION "private"."natural_order" (
  PROVIDER = icu,
  LOCALE   = 'und-u-kn-true'
);

CREATE INDEX arbo_masterlist_by_name ON public.arbo_masterlist USING btree (arbo_name COLLATE private.natural_order, id);

CREATE INDEX arbo_masterlist_office_by_name ON public.arbo_masterlist USING btree (office, arbo_name COLLATE private.natural_order, id);

CREATE INDEX arbo_trainings_by_title ON public.arbo_trainings USING btree (training_title COLLATE private.natural_order, id);

CREATE INDEX arbo_trainings_office_by_title ON public.arbo_trainings USING btree (office, training_title COLLATE private.natural_order, id);

CREATE INDEX arc_masterlist_by_name ON public.arc_masterlist USING btree (arc_name COLLATE private.natural_order, id);

CREATE INDEX arc_masterlist_office_by_name ON public.arc_masterlist USING btree (office, arc_name COLLATE private.natural_order, id);

CREATE INDEX participants_by_name ON public.participants USING btree (participant_name COLLATE private.natural_order, id);

CREATE INDEX participants_office_by_name ON public.participants USING btree (office, participant_name COLLATE private.natural_order, id);
