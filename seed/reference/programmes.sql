-- Project programmes of the department: PSP categories with their sub-PSPs, as named in public news and documents.
-- The categories follow the three parts of the umbrella programme (We Build, We Farm, We Grow). The assignment of
-- sub-PSPs to categories is our reading, until the department confirms it. The rows are inserted only into an empty
-- table, so deleted projects stay deleted.
insert into public.project_list (year_funded, psp_category, subpsp_name, subpsp_abbreviation, subpsp_status, fund_source)
select years.year_funded, programme.psp_category, programme.subpsp_name, programme.subpsp_abbreviation,
  case when years.year_funded < programme.ongoing_from then 'Completed' else 'Ongoing' end, programme.fund_source
from (
  values
    ('WE FARM', 'Climate Resilient Farm Productivity Support Project', 'CRFPSP', 2025, 'ARF'),
    ('WE FARM', 'Major Crop-based Block Farming Productivity Enhancement Project', 'MCBF', 2025, 'ARF'),
    ('WE FARM', 'Sustainable Livelihood Support for Disaster Affected Areas', 'SLSDAA', 2025, 'ARF'),
    ('WE FARM', 'Sustainable and Resilient Agrarian Reform Communities', 'SuRe ARCs', 2025, 'ARF'),
    ('WE FARM', 'CoCoAID', 'CoCoAID', 2026, 'GAA/Regular'),
    ('WE GROW', 'Linking Smallholder Farmers to Markets with Microfinance', 'LinkSFarMM', 2025, 'GAA/Regular'),
    ('WE GROW', 'Village Level Farm-Focused Enterprise Development', 'VLFED', 2025, 'GAA/Regular'),
    ('WE GROW', 'Enhanced Partnership Against Hunger and Poverty', 'EPAHP', 2025, 'GAA/Regular'),
    ('WE BUILD', 'Agrarian Reform Community Connectivity and Economic Support Services', 'ARCCESS', 2027, 'ARF'),
    ('WE BUILD', 'Enhanced Farm Business School', 'FBS', 2025, 'GAA/Regular'),
    ('WE BUILD', 'ARBold Move', 'ARBold Move', 2027, 'GAA/Regular')
) as programme (psp_category, subpsp_name, subpsp_abbreviation, ongoing_from, fund_source)
cross join generate_series(2023, greatest(2026, extract(year from now())::integer)) as years (year_funded)
where not exists (select 1 from public.project_list);
