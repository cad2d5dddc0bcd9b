/** Shows which parts of the system work (GET /api/health), and what to do about failures. */
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Part } from "#shared/contracts/health.ts";
import { Button } from "../../../components/button.tsx";
import { Tag } from "../../../components/layout.tsx";
import { clockTime } from "../../../lib/format.ts";
import { call } from "../../../lib/http/http.ts";
import { ApiProblem } from "../../../lib/http/problem.ts";
import { QueryBoundary } from "../../../records/common/query-boundary.tsx";
import recordClasses from "../../../records/common/record-screen.module.css";
import administration from "../common/administration.module.css";
import { ScreenFrame } from "../common/screen-frame.tsx";
import { partTexts } from "./part-texts.ts";
import classes from "./system.module.css";

interface Health {
  version: string;
  /** Parts of the system; missing if the database can't confirm that the caller is an administrator. */
  parts?: readonly Part[];
}

/**
 * Reads the state of the system. The body has the state of each part, even if the server responds 503 because a part
 * fails.
 */
async function readHealth(signal: AbortSignal): Promise<Health> {
  try {
    return (await call("GET /api/health", undefined, { signal })).data;
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 503)
      return (problem.data as Health | undefined) ?? { version: "" };
    throw problem;
  }
}

export default function SystemScreen() {
  const asked = useQuery({
    queryKey: ["health"],
    queryFn: ({ signal }) => readHealth(signal),
    staleTime: 0,
  });
  return (
    <ScreenFrame
      title="System"
      lead="Tests each part now: writes a row, stores and reads a file, and calls every service."
      busy={asked.isFetching}
      tools={
        <div className={recordClasses.tools}>
          <Button
            look="default"
            icon={<IconRefresh size={17} aria-hidden />}
            onClick={() => void asked.refetch()}
          >
            Check again
          </Button>
        </div>
      }
    >
      <QueryBoundary asked={asked} loading="Testing all parts of the system">
        {({ version, parts }) =>
          parts ? (
            <div className={classes.board}>
              <p className={classes.sum} role="status">
                {sumOf(parts)}{" "}
                <span className={administration.soft}>
                  Checked at {clockTime(new Date(asked.dataUpdatedAt))}, version {version}.
                </span>
              </p>
              <ul className={classes.parts} aria-label="Parts of the system">
                {parts.map((part) => (
                  <PartItem key={part.part} part={part} />
                ))}
              </ul>
            </div>
          ) : (
            <p className={administration.notice} role="alert">
              The database does not respond. Your rights cannot be checked, so the other parts are not shown.{" "}
              {partTexts.database.remedy}
            </p>
          )
        }
      </QueryBoundary>
    </ScreenFrame>
  );
}

function sumOf(parts: readonly Part[]): string {
  const failing = parts.filter(({ problem }) => problem !== null).length;
  if (failing === 0) return "Everything works.";
  return `${failing} of ${parts.length} parts ${failing === 1 ? "does" : "do"} not work.`;
}

function PartItem({ part: { part, problem, detail, milliseconds } }: { part: Part }) {
  const { label, holds, remedy, optionalState } = partTexts[part];
  const tone = problem === null ? "good" : optionalState ? "warn" : "bad";
  return (
    <li data-tone={tone}>
      <div>
        <h2>{label}</h2>
        <p className={administration.soft}>{holds}</p>
      </div>
      <div className={classes.state}>
        <Tag tone={tone}>{problem === null ? "works" : (optionalState ?? "does not work")}</Tag>
        <span className={administration.soft}>{milliseconds} ms</span>
      </div>
      <div>
        {problem === null ? (
          <p className={administration.soft}>{detail}</p>
        ) : (
          <>
            <p>
              <strong>{problem}</strong>
            </p>
            <p>{remedy}</p>
          </>
        )}
      </div>
    </li>
  );
}
