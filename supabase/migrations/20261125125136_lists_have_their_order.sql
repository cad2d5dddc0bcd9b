-- A page of a list went through all its rows for the order that it opens in: up to 20 ms for the central office at national
-- size, and 180 at ten times that.

CREATE INDEX arb_marketing_assistance_monitoring_in_order ON public.arb_marketing_assistance_monitoring USING btree (arbo_name COLLATE private.natural_order, id);

CREATE INDEX arbo_marketing_targets_in_order ON public.arbo_marketing_targets USING btree (arbo_name COLLATE private.natural_order, id);

CREATE INDEX arc_barangays_covered_in_order ON public.arc_barangays_covered USING btree (barangay_name COLLATE private.natural_order, id);

CREATE INDEX farmers_tracking_income_in_order ON public.farmers_tracking_income USING btree (arbo_name COLLATE private.natural_order, id);

CREATE INDEX fme_inventory_table_in_order ON public.fme_inventory_table USING btree (fme_inventory_id COLLATE private.natural_order, id);

CREATE INDEX fme_rental_monitoring_in_order ON public.fme_rental_monitoring USING btree (arbo_name COLLATE private.natural_order, id);

CREATE INDEX form11_accomps_in_order ON public.form11_accomps USING btree (arbo_name COLLATE private.natural_order, id);

CREATE INDEX form11_farm_infos_in_order ON public.form11_farm_infos USING btree (arbo_name COLLATE private.natural_order, id);

CREATE INDEX form7_accomps_in_order ON public.form7_accomps USING btree (arbo_name COLLATE private.natural_order, id);

CREATE INDEX form7_proddevs_in_order ON public.form7_proddevs USING btree (arbo_name COLLATE private.natural_order, id);

CREATE INDEX form_10_in_order ON public.form_10 USING btree (arbo_name COLLATE private.natural_order, id);

CREATE INDEX form_5_accomps_in_order ON public.form_5_accomps USING btree (arbo_name COLLATE private.natural_order, id);

CREATE INDEX form_5_annualtargets_in_order ON public.form_5_annualtargets USING btree (arbo_name COLLATE private.natural_order, id);

CREATE INDEX inventory_status_monitoring_in_order ON public.inventory_status_monitoring USING btree (arbo_name COLLATE private.natural_order, id);

CREATE INDEX qtr_sales_reports_in_order ON public.qtr_sales_reports USING btree (arbo_name COLLATE private.natural_order, id);

CREATE INDEX sales_transactions_in_order ON public.sales_transactions USING btree (transaction_date DESC NULLS LAST, id DESC);
