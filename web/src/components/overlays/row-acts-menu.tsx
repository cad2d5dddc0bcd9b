/** The actions of a row in a plain table: one button with a word, and a menu with the other actions. */
import { type ComponentProps, useState } from "react";
import { later } from "../later.tsx";
import type { MenuAt, MenuItem } from "./menu-list.tsx";
import { RowActs } from "./row-acts.tsx";

const MenuList = later(() => import("./menu-list.tsx"));

interface Props extends Omit<ComponentProps<typeof RowActs>, "onMore"> {
  items: readonly MenuItem[];
}

export function RowActsMenu({ name, act, items }: Props) {
  const [at, setAt] = useState<MenuAt | null>(null);
  return (
    <>
      <RowActs name={name} act={act} onMore={setAt} />
      {at && <MenuList label={name} items={items} at={at} onClose={() => setAt(null)} />}
    </>
  );
}
