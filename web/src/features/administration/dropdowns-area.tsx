/** /homepage/dropdowns/<list>: the reference lists used in forms, grouped by subject, each on its own screen. */
import { getRouteApi } from "@tanstack/react-router";
import { type DropdownList, dropdownLists } from "#shared/records/vocabulary/types.ts";
import { NotFound } from "../../components/problem-screens.tsx";
import { SideMenu } from "../../components/side-menu.tsx";
import { useUser } from "../../lib/user.ts";
import classes from "../../records/common/record-screen.module.css";
import { listNames, listSections } from "./lists/list-names.ts";
import { ListScreen } from "./lists/list-screen.tsx";

const area = "/homepage/dropdowns/$route";
const route = getRouteApi(area);

export const dropdownsSections = listSections.map(({ section, lists }) => ({
  section,
  screens: lists.map((list) => ({ route: list, label: listNames[list] })),
}));

const isList = (name: string): name is DropdownList => dropdownLists.some((list) => list === name);

export default function DropdownsArea() {
  const { route: name } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
  return (
    <div className={classes.area}>
      <SideMenu area={area} label="DropDowns" noun="List" sections={dropdownsSections} current={name} />
      {isList(name) ? (
        <ListScreen
          key={name}
          list={name}
          user={user}
          search={search}
          onSearch={(next, replace = false) => void navigate({ search: next, replace })}
        />
      ) : (
        <NotFound />
      )}
    </div>
  );
}
