/**
 * /homepage/arbo/<id>: all data about one ARBO, in tabs. The URL contains the key of the open tab. The descriptions of
 * the record types define the topics, such as "Products and sales". Hidden tabs are rendered too, because the page
 * prints them.
 */
import { IconArrowLeft, IconPrinter } from "@tabler/icons-react";
import { getRouteApi, Link, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import type { ParentPage as Page } from "#shared/records/parent-page.ts";
import { Button, Skeleton } from "../../components/button.tsx";
import { NotFound } from "../../components/problem-screens.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useDocumentTitle } from "../../lib/hooks/use-document-title.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import classes from "./arbo.module.css";
import { type ArboTab, useArboTabs } from "./arbo-tabs.tsx";
import { Headline } from "./figures.tsx";
import { printPage } from "./print-page.ts";
import { arboPageKey, useArboPage, type WantedArbo } from "./use-arbo-page.ts";

const byRow = getRouteApi("/homepage/arbo/$id");
const byArboId = getRouteApi("/homepage/arbo");

export function ArboPage() {
  const { id } = byRow.useParams();
  return /^[1-9]\d{0,14}$/.test(id) ? <Loaded key={id} wanted={{ id: Number(id) }} /> : <NotFound />;
}

/**
 * Opens the page of an ARBO by its ARBO ID, which most records contain instead of the masterlist row's id. After
 * loading, the URL changes to the id of the masterlist row.
 */
export function ArboPageByArboId() {
  const { arbo_id } = byArboId.useSearch();
  return arbo_id === undefined ? <NotFound /> : <Loaded key={arbo_id} wanted={{ arbo_id }} />;
}

function Loaded({ wanted }: { wanted: WantedArbo }) {
  const answer = useArboPage(wanted);
  const navigate = useNavigate();
  const found = "id" in wanted ? undefined : answer.data;
  useEffect(() => {
    if (!found) return;
    queryClient.setQueryData(arboPageKey({ id: found.id }), found);
    void navigate({ to: "/homepage/arbo/$id", params: { id: String(found.id) }, replace: true });
  }, [found, navigate]);
  if (answer.data && "id" in wanted) return <Contents page={answer.data} />;
  if (answer.isError) {
    const missing = answer.error instanceof ApiProblem && answer.error.status === 404;
    return (
      <div className={classes.page} role="alert">
        <h1>{missing ? "There is no such ARBO" : "This page could not be shown"}</h1>
        <p>{messageOf(answer.error)}</p>
        {!missing && <Button onClick={() => void answer.refetch()}>Try again</Button>}
      </div>
    );
  }
  return (
    <div className={classes.page} role="status">
      <span className="visually-hidden">Loading the ARBO</span>
      {[60, 90, 220, 160, 160].map((height) => (
        <div key={height} className={classes.loading}>
          <Skeleton height={height} />
        </div>
      ))}
    </div>
  );
}

function Contents({ page }: { page: Page }) {
  const tabs = useArboTabs(page);
  const { tab } = byRow.useSearch();
  const navigate = byRow.useNavigate();
  const current = tabs.find(({ key }) => key === tab)?.key ?? "overview";
  return (
    <article className={classes.page} aria-labelledby="arbo-name">
      <Head page={page} />
      <Headline page={page} />
      <div className={classes.body}>
        <div className={classes.tabs}>
          <Tabs
            label="About the ARBO"
            tabs={tabs}
            current={current}
            controls={panelOf}
            vertical
            onTab={(key) =>
              void navigate({ search: { tab: key === "overview" ? undefined : key }, resetScroll: false })
            }
          />
        </div>
        <div>
          {tabs.map((one) => (
            <Panel key={one.key} tab={one} shown={one.key === current} />
          ))}
        </div>
      </div>
    </article>
  );
}

function Panel({ tab: { key, parts }, shown }: { tab: ArboTab; shown: boolean }) {
  return (
    <div
      id={panelOf(key)}
      role="tabpanel"
      aria-labelledby={`tab-${key}`}
      className={classes.panel}
      data-shown={shown || undefined}
    >
      {parts.map((part) => (
        <section key={part.key} className={classes.part} aria-labelledby={`${part.key}-title`}>
          <h2 id={`${part.key}-title`}>{part.label}</h2>
          {part.content}
        </section>
      ))}
    </div>
  );
}

const panelOf = (tab: string): string => `panel-${tab}`;

function Head({ page }: { page: Page }) {
  const router = useRouter();
  const { row, route, noun } = page.home;
  const name = String(row.arbo_name);
  useDocumentTitle(name);
  const place = [row.barangay_name, row.muncity_name, row.province_name, row.region_name].filter(Boolean);
  return (
    <header className={classes.head}>
      <div>
        <h1 id="arbo-name">{name}</h1>
        <p className={classes.lead}>
          {[row.arbo_id ?? "No ARBO ID yet", row.org_type, place.join(", ")]
            .filter(Boolean)
            .map(String)
            .join(" · ")}
        </p>
        {Array.isArray(row.former_names) && (
          <p className={classes.lead}>Formerly {row.former_names.join(", ")}</p>
        )}
      </div>
      <div className={classes.tools}>
        <Button
          look="default"
          icon={<IconArrowLeft size={15} aria-hidden />}
          onClick={() => router.history.back()}
        >
          Back
        </Button>
        <Link
          to="/homepage/forms/$route"
          params={{ route }}
          search={{ edit: page.id }}
          className={classes.toolLink}
        >
          Open the {noun.one} record
        </Link>
        <Button look="default" icon={<IconPrinter size={15} aria-hidden />} onClick={() => void printPage()}>
          Print
        </Button>
      </div>
    </header>
  );
}
