/** Labels and groups of the reference lists, as shown in the menu. */
import type { DropdownList } from "#shared/records/vocabulary/types.ts";

export const listNames: Readonly<Record<DropdownList, string>> = {
  "organization-type": "Organization type",
  "organization-status": "Organization status",
  registration: "Registration",
  "oma-level-2013": "OMA level 2013",
  "itema-level": "ITeMA level",
  "itema-status": "ITeMA status",
  "current-it-level": "Current IT level",
  "current-it-status": "Current IT status",
  "program-covered": "Program covered",
  "arc-classification": "ARC classification",
  "arc-type": "ARC type",
  "fund-source": "Fund source",
  "subpsp-status": "Sub-PSP status",
  "support-provided": "Support provided",
  "type-intervention": "Type of intervention",
  "cert-acceptance": "Certificate of acceptance",
  "milestone-activity": "Milestone activity",
  "conducted-by": "Conducted by",
  "om-training": "O&M training",
  "participant-category": "Participant category",
  "participant-subcategory": "Participant sub-category",
  sex: "Sex",
  "arb-nonarb": "ARB or non-ARB",
  "non-nonarb": "Non-ARB kind",
  "marketing-instrument": "Marketing instrument",
  "buying-arrangement": "Buying arrangement",
  "trader-arrangement": "Trader arrangement",
  "term-payment": "Term of payment",
  "type-buyer": "Type of buyer",
  "type-product": "Type of product",
  "unit-measure": "Unit of measure",
  "credit-services": "Credit services",
  "renter-category": "Renter category",
  "reporting-quarter": "Reporting quarter",
};

/**
 * Lists that no form field offers, so no record depends on them. Form fields about their subjects have fixed choices.
 */
export const unusedLists: readonly DropdownList[] = [
  "non-nonarb",
  "renter-category",
  "reporting-quarter",
  "sex",
];

export const listSections: readonly { section: string; lists: readonly DropdownList[] }[] = [
  {
    section: "Organizations",
    lists: [
      "organization-type",
      "organization-status",
      "registration",
      "oma-level-2013",
      "itema-level",
      "itema-status",
      "current-it-level",
      "current-it-status",
      "program-covered",
    ],
  },
  { section: "Communities", lists: ["arc-classification", "arc-type"] },
  {
    section: "Programmes and support",
    lists: ["fund-source", "subpsp-status", "support-provided", "type-intervention", "cert-acceptance"],
  },
  {
    section: "Trainings and participants",
    lists: [
      "milestone-activity",
      "conducted-by",
      "om-training",
      "participant-category",
      "participant-subcategory",
      "sex",
      "arb-nonarb",
      "non-nonarb",
    ],
  },
  {
    section: "Marketing",
    lists: [
      "marketing-instrument",
      "buying-arrangement",
      "trader-arrangement",
      "term-payment",
      "type-buyer",
      "type-product",
      "unit-measure",
    ],
  },
  {
    section: "Credit, machinery, reporting",
    lists: ["credit-services", "renter-category", "reporting-quarter"],
  },
];
