/** The fields of the masterlist record, by field group. Empty values are hidden until the user shows them. */
import { useId, useState } from "react";
import type { PageField, ParentPage } from "#shared/records/parent-page.ts";
import { Button } from "../../components/button.tsx";
import { tableValue } from "../../lib/format.ts";
import classes from "./arbo.module.css";

export function MasterlistSection({ page }: { page: ParentPage }) {
  const [all, setAll] = useState(false);
  const id = useId();
  const { groups, fields, row } = page.home;
  const empty = (field: PageField) => tableValue(field, row[field.name]) === "";
  const missing = fields.filter(empty).length;
  return (
    <>
      <div className={classes.groups} id={id}>
        {groups.map((group) => {
          const own = fields.filter((field) => field.group === group.key && (all || !empty(field)));
          return own.length === 0 ? null : (
            <section key={group.key} className={classes.group} aria-label={group.label}>
              <h3>{group.label}</h3>
              <dl>
                {own.map((field) => (
                  <div key={field.name}>
                    <dt>{field.label}</dt>
                    <dd>
                      {tableValue(field, row[field.name]) || <span className={classes.empty}>empty</span>}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
      {missing > 0 && (
        <Button look="default" aria-expanded={all} aria-controls={id} onClick={() => setAll(!all)}>
          {all ? "Hide empty values" : `Show ${missing} empty values`}
        </Button>
      )}
    </>
  );
}
