-- Values of the 34 reference lists (spec section 7). Administrators can change all of them. The values come from the
-- specification and from the department's public documents and news. If these sources have no values for a list
-- (IT-EASY status, milestones, payment terms, arrangements), the values are reasonable guesses that the department has
-- to confirm. Only empty lists are filled, so deleted values stay deleted. The order here is the order of the choices.
-- The list "non-nonarb" has the same values as "arb-nonarb", because "non-nonarb" looks like a misspelling of
-- "arb-nonarb".
insert into public.dropdown_values (list, type)
select seeded.list, value.type
from (
  values
    ('non-nonarb', array['ARB', 'Non-ARB']),
    ('arb-nonarb', array['ARB', 'Non-ARB']),
    ('arc-classification', array['Prime', 'Semi-Prime', 'Satellite']),
    ('arc-type', array['Regular', 'Expanded', 'Special (SARC)', 'SARC - Geographically Isolated',
      'SARC - Calamity Prone', 'SARC - Special Tribal', 'SARC - Peace Development Zone', 'SARC - Agro-Tourism',
      'ARC Cluster', 'KARZone']),
    ('buying-arrangement', array['Prevailing market price', 'Pick-up', 'Delivered', 'Fixed price', 'Consignment']),
    ('credit-services', array['CAP-PBD Window III', 'APCP', 'ARISE-ARBs', 'E-ARISE-ARBs', 'AFFORD-ARBs', 'ALERT-ARBOs',
      'Savings mobilization', 'Microinsurance', 'None']),
    ('fund-source', array['GAA/Regular', 'ARF', 'ODA/Foreign-assisted', 'LGU', 'Congressional', 'Partner agency',
      'ARBO equity']),
    ('oma-level-2013', array['Level 1 - Low', 'Level 2 - Lower-Medium', 'Level 3 - Medium', 'Level 4 - Higher-Medium',
      'Level 5 - High', 'Not assessed']),
    ('itema-level', array['Level 1', 'Level 2', 'Level 3', 'Level 4', 'Level 5', 'Not assessed']),
    ('itema-status', array['Assessed', 'Not assessed', 'New ARBO', 'For validation']),
    ('current-it-level', array['Level 1', 'Level 2', 'Level 3', 'Level 4', 'Level 5', 'Not assessed']),
    ('current-it-status', array['Assessed', 'Not assessed', 'New ARBO', 'For validation']),
    ('marketing-instrument', array['Marketing Agreement', 'Memorandum of Agreement', 'Memorandum of Understanding',
      'Purchase Order', 'Contract Growing', 'Verbal']),
    ('organization-status', array['Operational', 'Non-Operational', 'Temporary', 'Dissolved', 'Merged']),
    ('organization-type', array['Multi-Purpose Cooperative', 'Agriculture Cooperative', 'Consumer Cooperative',
      'Credit Cooperative', 'ARB Cooperative', 'Farmers Association', 'Irrigators Association',
      'Women''s Association', 'People''s Organization', 'Federation']),
    ('program-covered', array['LinkSFarMM', 'CRFPSP', 'MCBF', 'SLSDAA', 'VLFED', 'SuRe ARCs', 'ARCCESS',
      'Farm Business School', 'EPAHP', 'ARBold Move', 'CoCoAID', 'No Project']),
    ('registration', array['FDA-LTO', 'CPR', 'Halal', 'Environment certificate', 'Trademark', 'Organic/PhilGAP', 'None']),
    ('renter-category', array['ARB - Male', 'ARB - Female', 'Non-ARB - Male', 'Non-ARB - Female', 'Member',
      'Non-member', 'Other ARBO']),
    ('reporting-quarter', array['Q1', 'Q2', 'Q3', 'Q4']),
    ('trader-arrangement', array['Pick-up at farm', 'Delivered', 'Cash advance/credit-tied', 'Commission']),
    ('sex', array['Male', 'Female']),
    ('support-provided', array['Farm equipment', 'Delivery and transport vehicle', 'Support facility',
      'Processing and livelihood equipment', 'Farm tools and implements', 'Farm input supplies']),
    ('term-payment', array['Cash on delivery', '7 days', '15 days', '30 days', 'Advance', 'Instalment', 'Consignment']),
    ('type-buyer', array['Institutional - government', 'LGU', 'Hospital', 'Trader', 'Processor', 'Retailer', 'Exporter',
      'Walk-in']),
    ('type-product', array['Fresh', 'Processed food', 'Handicraft/non-food', 'Beverage', 'Feed', 'Service']),
    ('unit-measure', array['unit', 'set', 'pc', 'sack', 'roll', 'tray', 'ha', 'cavan', 'kg', 'MT', 'L', 'bottle',
      'pack', 'head']),
    ('subpsp-status', array['Proposed', 'Ongoing', 'Completed', 'Suspended', 'Terminated']),
    ('cert-acceptance', array['Received', 'Not yet received', 'N/A']),
    ('conducted-by', array['DAR - Provincial Office', 'DAR - Regional Office', 'DAR - Central Office',
      'State university or college', 'DA', 'ATI', 'DTI', 'DOST', 'TESDA', 'CDA', 'LandBank', 'LGU', 'NGO', 'Private']),
    ('milestone-activity', array['Site selection', 'Product and market identification', 'Supply chain study',
      'Cluster formation', 'Cluster planning', 'Test marketing', 'Scaling up', 'Cluster strengthening']),
    ('om-training', array['Conducted', 'Not conducted', 'Scheduled']),
    ('type-intervention', array['Training', 'Organization building', 'Enterprise development', 'Market linkage',
      'Credit access', 'Farm inputs', 'Farm machinery'])
) as seeded (list, types)
cross join lateral unnest(seeded.types) with ordinality as value (type, place)
where not exists (select 1 from public.dropdown_values as known where known.list = seeded.list)
order by seeded.list, value.place
on conflict do nothing;

-- A row of participant-category has a category, and a row of participant-subcategory has a category and one of its
-- sub-categories. In both lists, the column type stays empty.
insert into public.dropdown_values (list, category)
select 'participant-category', seeded.category
from unnest(array['ARB', 'Non-ARB', 'ARBO staff', 'Partner']) with ordinality as seeded (category, place)
where not exists (select 1 from public.dropdown_values as known where known.list = 'participant-category')
order by seeded.place
on conflict do nothing;

insert into public.dropdown_values (list, category, sub_category)
select 'participant-subcategory', seeded.category, value.sub_category
from (
  values
    (1, 'ARB', array['Member', 'Officer', 'Household member']),
    (2, 'Non-ARB', array['Farmer', 'Farmworker', 'Youth']),
    (3, 'ARBO staff', array['Manager', 'Bookkeeper', 'Operator']),
    (4, 'Partner', array['LGU', 'NGA', 'SUC'])
) as seeded (place, category, sub_categories)
cross join lateral unnest(seeded.sub_categories) with ordinality as value (sub_category, place)
where not exists (select 1 from public.dropdown_values as known where known.list = 'participant-subcategory')
order by seeded.place, value.place
on conflict do nothing;
