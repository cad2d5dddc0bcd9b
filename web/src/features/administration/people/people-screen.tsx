/**
 * All users. An administrator can search, register, change, disable and delete users, within the limits of the
 * administrator's role.
 */
import { IconPlus, IconShieldCheck } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { levelNames, seesEverything } from "#shared/access/levels.ts";
import { people as profile } from "#shared/records/administration/people.ts";
import { Button } from "../../../components/button.tsx";
import { later } from "../../../components/later.tsx";
import { defaultPageSize } from "../../../lib/page-sizes.ts";
import { QueryBoundary } from "../../../records/common/query-boundary.tsx";
import recordClasses from "../../../records/common/record-screen.module.css";
import { readSort } from "../../../records/common/record-search.ts";
import { addRefusal } from "../../../records/common/rights.ts";
import { named } from "../../../records/common/use-options.ts";
import { undefinedIfEmpty, type Where } from "../../../records/list/chosen-filters.ts";
import { ListPager, ListSearch } from "../../../records/list/list-controls.tsx";
import { type Person, people } from "../common/admin-api.ts";
import type { AdministrationSearch } from "../common/administration-search.ts";
import { DataTable } from "../common/data-table.tsx";
import { ChoiceFilter, filterProps, PlaceFilters } from "../common/filter-fields.tsx";
import type { PartProps } from "../common/part-props.ts";
import { ScreenFrame } from "../common/screen-frame.tsx";
import { personColumns } from "./person-columns.tsx";
import type { PersonDialog } from "./person-dialogs.tsx";
import { RoleFilter } from "./role-filter.tsx";

const PersonDrawer = later(() => import("./person-drawer.tsx"));
const PersonDialogs = later(() => import("./person-dialogs.tsx"));
const SeePerson = later(() => import("../see-as/see-person.tsx"));

const defaultSort = "username.asc";
const noFilters: Where = {};

function bodyOf(search: AdministrationSearch): Record<string, unknown> {
  const { disabled, ...where } = search.where ?? noFilters;
  return {
    ...where,
    ...(disabled === undefined ? {} : { disabled: disabled === "true" }),
    ...(search.q ? { q: search.q } : {}),
    sort: [readSort(search.sort ?? defaultSort)],
    page: search.page ?? 1,
    page_size: search.size ?? defaultPageSize,
  };
}

export default function PeopleScreen(props: PartProps) {
  const { user, search, onSearch } = props;
  const [dialog, setDialog] = useState<PersonDialog | null>(null);
  const body = bodyOf(search);
  const found = useQuery({
    queryKey: ["people", "page", body],
    queryFn: ({ signal }) => people.search(body, signal),
    placeholderData: keepPreviousData,
  });
  const open = (person: Person) => onSearch({ ...search, person: person.id, new: undefined });
  return (
    <ScreenFrame
      title="Users"
      busy={found.isFetching}
      tools={<PeopleTools {...props} onCheck={() => setDialog({ kind: "check" })} />}
      filters={<PeopleFilters {...props} />}
      below={<ListPager search={search} onSearch={onSearch} found={found} />}
    >
      <QueryBoundary asked={found} loading="Loading users">
        {({ data }) => (
          <DataTable
            label="Users"
            columns={personColumns(
              user,
              {
                open,
                see: (person) => onSearch({ ...search, see: person.id }),
                ask: (kind, person) => setDialog({ kind, person }),
              },
              window.matchMedia("(max-width: 48em)").matches,
            )}
            rows={data}
            idOf={(person) => person.id}
            faded={(person) => person.disabled}
            sort={search.sort ?? defaultSort}
            onSort={(sort) => onSearch({ ...search, sort, page: undefined })}
          />
        )}
      </QueryBoundary>
      <PeopleOverlays {...props} dialog={dialog} onDialog={setDialog} />
    </ScreenFrame>
  );
}

function PeopleTools({ user, search, onSearch, onCheck }: PartProps & { onCheck: () => void }) {
  const refused = addRefusal(profile, user);
  return (
    <>
      {refused ? (
        <p className={recordClasses.refused}>{refused}</p>
      ) : (
        <Button
          icon={<IconPlus size={16} aria-hidden />}
          onClick={() => onSearch({ ...search, new: 1, person: undefined })}
        >
          Register user
        </Button>
      )}
      <div className={recordClasses.tools}>
        {seesEverything(user.level) && (
          <Button look="default" icon={<IconShieldCheck size={16} aria-hidden />} onClick={onCheck}>
            Check accounts
          </Button>
        )}
      </div>
    </>
  );
}

function PeopleFilters({ search, onSearch }: PartProps) {
  const where = search.where ?? noFilters;
  const onWhere = (next: Where) => onSearch({ ...search, where: undefinedIfEmpty(next), page: undefined });
  const filter = filterProps(where, onWhere);
  return (
    <>
      <ChoiceFilter label="Level" options={named(levelNames)} {...filter("level")} />
      <RoleFilter {...filter("roles")} />
      <PlaceFilters where={where} onWhere={onWhere} />
      <ChoiceFilter label="Account" options={accountStates} {...filter("disabled")} />
      <ListSearch search={search} onSearch={onSearch} noun="users" />
    </>
  );
}

const accountStates = [
  { value: "false", label: "Active" },
  { value: "true", label: "Disabled" },
];

function PeopleOverlays(
  props: PartProps & { dialog: PersonDialog | null; onDialog: (dialog: PersonDialog | null) => void },
) {
  const { user, search, onSearch, dialog, onDialog } = props;
  return (
    <>
      {(search.person !== undefined || search.new !== undefined) && (
        <PersonDrawer
          key={search.person ?? "new"}
          user={user}
          id={search.person ?? null}
          onClose={() => onSearch({ ...search, person: undefined, new: undefined })}
        />
      )}
      {search.see !== undefined && (
        <SeePerson id={search.see} onClose={() => onSearch({ ...search, see: undefined })} />
      )}
      {dialog && <PersonDialogs dialog={dialog} onClose={() => onDialog(null)} />}
    </>
  );
}
