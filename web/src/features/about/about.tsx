/** The About page: the purpose of the system, and the terms used in its forms. */

import classes from "../../components/feature.module.css";
import { Page } from "../../components/page.tsx";
import { agencyName, productName, versionLabel } from "../../lib/product.ts";

const terms = [
  [
    "ARB",
    "Agrarian reform beneficiary: a farmer or farmworker who received land under the agrarian reform program.",
  ],
  ["ARBO", "Organization of beneficiaries, a cooperative or an association."],
  [
    "ARC",
    "Agrarian reform community: a barangay, or a cluster of barangays, with about 300 beneficiaries or more.",
  ],
  [
    "Target and Accomplishment",
    "The two reporting windows. Regional and provincial offices can write while theirs is open.",
  ],
  [
    "New/Pending and Approved",
    "Every row starts as Pending. An Approved row is locked for regional and provincial offices until it is set back to Pending.",
  ],
] as const;

export function About() {
  return (
    <Page title="About" lead={`${productName} of the ${agencyName}, ${versionLabel}.`}>
      <div className={classes.prose}>
        <p>
          The system monitors, records and audits data on agrarian reform beneficiaries. It integrates the
          logs and ledgers of the central, regional and provincial offices, for transparency, efficiency and
          compliance.
        </p>
        <dl>
          {terms.map(([term, meaning]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p>
          Place names follow the Philippine Standard Geographic Code of the Philippine Statistics Authority.
        </p>
      </div>
    </Page>
  );
}
