/** The reference lists with their values. They are read here; adding and changing values follows. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type DropdownList, dropdownLists } from "../../../edge-functions/_shared/records/types.ts";
import { Skeleton } from "../components/button.tsx";
import { api } from "../lib/api.ts";
import { messageOf } from "../lib/problem.ts";
import classes from "./feature.module.css";
import { Page } from "./page.tsx";

const titleOf = (list: string): string => `${list[0]?.toUpperCase()}${list.slice(1).replaceAll("-", " ")}`;

export function Dropdowns() {
  const [list, setList] = useState<DropdownList>("organization-type");
  return (
    <Page
      title="DropDowns"
      lead="The reference lists that forms offer. Adding, changing and removing values, projects and report schedules follow here."
    >
      <div className={classes.columns}>
        <ul className={classes.lists} aria-label="Reference lists">
          {dropdownLists.map((name) => (
            <li key={name}>
              <a
                href={`#${name}`}
                aria-current={name === list || undefined}
                onClick={(event) => {
                  event.preventDefault();
                  setList(name);
                }}
              >
                {titleOf(name)}
              </a>
            </li>
          ))}
        </ul>
        <Values list={list} />
      </div>
    </Page>
  );
}

function Values({ list }: { list: DropdownList }) {
  const values = useQuery({
    queryKey: ["dropdown", list],
    queryFn: ({ signal }) => api.dropdown(list, signal),
  });
  if (values.isPending) return <Skeleton height={180} />;
  if (values.isError) return <p role="alert">{messageOf(values.error)}</p>;
  const paired = values.data.some((row) => row.category);
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <caption className="visually-hidden">{titleOf(list)}</caption>
        <thead>
          <tr>
            {paired ? (
              <>
                <th scope="col">Category</th>
                <th scope="col">Sub-category</th>
              </>
            ) : (
              <th scope="col">{titleOf(list)}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {values.data.map((row) => (
            <tr key={row.id}>
              {paired ? (
                <>
                  <td>{row.category}</td>
                  <td>{row.sub_category}</td>
                </>
              ) : (
                <td>{row.type}</td>
              )}
            </tr>
          ))}
          {values.data.length === 0 && (
            <tr>
              <td>No data available</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
