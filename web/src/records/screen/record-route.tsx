/** Route /homepage/forms/<Route>: the screen of the record type in the URL. */
import { getRouteApi } from "@tanstack/react-router";
import { NotFound } from "../../components/problem-screens.tsx";
import { useUser } from "../../lib/user.ts";
import classes from "../common/record-screen.module.css";
import type { RecordSearch } from "../common/record-search.ts";
import { useMalformedNotice } from "../conditions/use-malformed-notice.ts";
import { FormsMenu } from "./forms-menu.tsx";
import { RecordScreen } from "./record-screen.tsx";

const route = getRouteApi("/homepage/forms/$route");

export function RecordRoute() {
  const { route: name } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
  const loaded = route.useLoaderData();
  useMalformedNotice();
  const change = (next: RecordSearch, replace = false) => void navigate({ search: next, replace });
  return (
    <div className={classes.area}>
      <FormsMenu current={name} />
      {loaded ? (
        <RecordScreen key={loaded.record.route} {...loaded} user={user} search={search} onSearch={change} />
      ) : (
        <NotFound />
      )}
    </div>
  );
}
