/** Saved views of a screen (the user's own, the office's and everyone's): open, save, share and remove them. */
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import type { SavedView } from "#shared/contracts/record-lists.ts";
import { officeName } from "#shared/rules/office-names.ts";
import { Button, IconButton, Skeleton } from "../../components/button.tsx";
import { useOneAction } from "../../lib/hooks/use-one-action.ts";
import { messageOf } from "../../lib/http/problem.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import type { RecordSlots } from "../common/slots.ts";
import type { Views } from "../grid/view-state.ts";
import { addView, changeView, copyViewLink, readView, removeView, useSavedViews } from "./saved-views.ts";
import { newView } from "./sharing.tsx";
import { canBeSaved, openStoredView, sensitiveFilters, storedView } from "./stored-view.ts";
import classes from "./view-menu.module.css";
import { ViewNameForm } from "./view-name-form.tsx";

export interface ViewsProps extends ScreenProps {
  slots?: RecordSlots | undefined;
  views: Views;
}

export function ViewsList(props: ViewsProps) {
  const { record, search } = props;
  const asked = useSavedViews(record.route);
  const { problem, open, remove } = useViewActions(props);
  const [details, setDetails] = useState<number | null>(null);
  const offices = [...new Set(asked.data?.flatMap(({ office }) => office ?? []))];
  const groups = [
    { name: "Mine", of: asked.data?.filter(({ shared_with }) => shared_with === "me") },
    ...offices.map((office) => ({
      name: officeName(office),
      of: asked.data?.filter((view) => view.office === office),
    })),
    { name: "Everyone", of: asked.data?.filter(({ shared_with }) => shared_with === "everyone") },
  ];
  return (
    <fieldset className={classes.group}>
      <legend className="visually-hidden">Saved views</legend>
      {asked.isError && <p role="alert">{messageOf(asked.error)}</p>}
      {asked.isPending && <Skeleton height={44} />}
      {asked.data?.length === 0 && (
        <p className={classes.soft}>
          No saved views yet. A view stores filters, sort order and columns under a name, and has a link.
        </p>
      )}
      {groups.map(
        ({ name, of }) =>
          of &&
          of.length > 0 && (
            <section key={name} aria-label={name}>
              <h2 className={classes.soft}>{name}</h2>
              <ul className={classes.saved}>
                {of.map((view) => (
                  <ViewItem
                    key={view.id}
                    {...props}
                    saved={view}
                    onOpen={() => void open(view.id)}
                    onRemove={() => void remove(view)}
                    expanded={details === view.id}
                    onExpand={(expanded) => setDetails(expanded ? view.id : null)}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {canBeSaved(search) ? (
        <NewView {...props} />
      ) : (
        <p className={classes.soft}>
          A list opened from a figure cannot be saved as a view. Show all {record.noun.many} first.
        </p>
      )}
    </fieldset>
  );
}

/** Opens and removes saved views. */
function useViewActions({ record, user, slots, search, onSearch, views }: ViewsProps) {
  const { problem, attempt } = useOneAction();
  const open = (id: number) =>
    attempt(async () => {
      const opened = openStoredView({ record, user, slots }, await readView(id));
      views.setOpened(opened.view);
      onSearch({ ...opened.search, saved: id });
    });
  const remove = (view: SavedView) =>
    attempt(async () => {
      await removeView(view);
      if (search.saved === view.id) onSearch({ ...search, saved: undefined });
    });
  return { problem, open, remove };
}

interface ViewItemProps extends ViewsProps {
  saved: SavedView;
  onOpen: () => void;
  onRemove: () => void;
  /** True if the details of the view are shown. */
  expanded: boolean;
  onExpand: (expanded: boolean) => void;
}

function ViewItem(props: ViewItemProps) {
  const { search, saved, onOpen, expanded, onExpand } = props;
  return (
    <li>
      <div>
        <button
          type="button"
          className={classes.link}
          aria-current={saved.id === search.saved || undefined}
          onClick={onOpen}
        >
          <span>{saved.name}</span>
          {!saved.mine && saved.by && <span className={classes.soft}> {saved.by}</span>}
        </button>
        <IconButton
          tone="plain"
          aria-label={`More for the view ${saved.name}`}
          aria-expanded={expanded}
          onClick={() => onExpand(!expanded)}
        >
          <IconDots size={16} aria-hidden />
        </IconButton>
      </div>
      {expanded && <Details {...props} onDone={() => onExpand(false)} />}
    </li>
  );
}

/** Actions for one view: copy the link to the view, and remove, rename or share the view. */
function Details(props: ViewsProps & { saved: SavedView; onDone: () => void; onRemove: () => void }) {
  const { record, user, search, views, saved, onDone, onRemove } = props;
  const isOpen = search.saved === saved.id;
  return (
    <div className={classes.details}>
      <div className={classes.buttons}>
        <Button look="default" onClick={() => void copyViewLink(saved)}>
          Copy link
        </Button>
        {saved.may_change && (
          <Button look="default" tone="danger" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
      {saved.may_change && (
        <ViewNameForm
          user={user}
          label="Name"
          title={`Name and sharing of ${saved.name}`}
          start={saved}
          sensitive={isOpen ? sensitiveFilters(record, search) : []}
          onSave={async (name, sharing) => {
            const changed = await changeView({ id: saved.id, name, shared_with: sharing });
            if (isOpen && views.opened) views.setOpened({ ...views.opened, saved: changed });
            onDone();
          }}
        />
      )}
    </div>
  );
}

function NewView({ record, user, search, onSearch, views }: ViewsProps) {
  return (
    <ViewNameForm
      user={user}
      label="Save this list as a view"
      title="Save this list as a view"
      start={newView}
      sensitive={sensitiveFilters(record, search)}
      onSave={async (name, sharing) => {
        const view = storedView(views.view, search);
        const saved = await addView({ screen: record.route, name, shared_with: sharing, view });
        views.setOpened({ saved, view: views.view, savedState: JSON.stringify(view), omitted: [] });
        onSearch({ ...search, saved: saved.id });
      }}
    />
  );
}
