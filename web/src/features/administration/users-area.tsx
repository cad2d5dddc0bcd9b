/**
 * /homepage/users/<part>: the screens of the Users tab, such as users, roles, the user log, and the state of the
 * system.
 */
import { getRouteApi } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { later } from "../../components/later.tsx";
import { NotFound } from "../../components/problem-screens.tsx";
import { type MenuSection, SideMenu } from "../../components/side-menu.tsx";
import { useUser } from "../../lib/user.ts";
import classes from "../../records/common/record-screen.module.css";
import { sectionsOf } from "../../records/common/record-screens.ts";
import { RecordScreen } from "../../records/screen/record-screen.tsx";
import type { AdministrationSearch } from "./common/administration-search.ts";
import type { PartProps } from "./common/part-props.ts";
import { slotsOf } from "./slots.tsx";

const area = "/homepage/users/$route";
const route = getRouteApi(area);

const parts: Readonly<Record<string, { label: string; Screen: ComponentType<PartProps> }>> = {
  Users: { label: "Users", Screen: later(() => import("./people/people-screen.tsx")) },
  UserLog: { label: "User log", Screen: later(() => import("./log/log-screen.tsx")) },
  System: { label: "System", Screen: later(() => import("./system/system-screen.tsx")) },
};

const listed = (...names: string[]) =>
  names.flatMap((name) => (parts[name] ? [{ route: name, label: parts[name].label }] : []));

export const usersSections: readonly MenuSection[] = [
  {
    section: "Access",
    screens: [...listed("Users"), ...sectionsOf("users").flatMap(({ screens }) => screens)],
  },
  { section: "Oversight", screens: listed("UserLog", "System") },
];

export default function UsersArea() {
  const { route: name } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
  const record = route.useLoaderData();
  const change = (next: AdministrationSearch, replace = false) => void navigate({ search: next, replace });
  const Screen = parts[name]?.Screen;
  return (
    <div className={classes.area}>
      <SideMenu area={area} label="Users" noun="Screen" sections={usersSections} current={name} />
      {record ? (
        <RecordScreen
          key={record.route}
          record={record}
          user={user}
          search={search}
          onSearch={change}
          slots={slotsOf(record.route)}
        />
      ) : Screen ? (
        <Screen key={name} user={user} search={search} onSearch={change} />
      ) : (
        <NotFound />
      )}
    </div>
  );
}
