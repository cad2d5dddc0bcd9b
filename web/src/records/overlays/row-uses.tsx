/** Links to the records that refer to a row and so prevent its deletion. */
import { ApiProblem } from "../../lib/http/problem.ts";
import { screenAddress } from "../common/record-screens.ts";

export function RowUses({ problem }: { problem: unknown }) {
  const uses = problem instanceof ApiProblem ? (problem.details[0]?.used_by ?? []) : [];
  if (uses.length === 0) return null;
  return (
    <ul>
      {uses.map(({ route, noun, rows, where }) => (
        <li key={route}>
          <a href={screenAddress(route, { about: where })}>
            Show the {rows === 1 ? noun.one : `${rows} ${noun.many}`}
          </a>
        </li>
      ))}
    </ul>
  );
}
