/** Button that opens a menu of actions below it. The menu loads on the first click. */
import { type ReactNode, useState } from "react";
import { Button } from "../button.tsx";
import { later } from "../later.tsx";
import type { MenuAt, MenuItem } from "./menu-list.tsx";

const MenuList = later(() => import("./menu-list.tsx"));

interface Props {
  label: string;
  icon: ReactNode;
  items: readonly MenuItem[];
}

export function MenuButton({ label, icon, items }: Props) {
  const [at, setAt] = useState<MenuAt | null>(null);
  return (
    <>
      <Button
        look="default"
        icon={icon}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={({ currentTarget }) => setAt(pointBelow(currentTarget))}
      >
        {label}
      </Button>
      {at && <MenuList label={label} items={items} at={at} onClose={() => setAt(null)} />}
    </>
  );
}

/** Returns the point below an element at which its menu opens. */
export function pointBelow(element: Element): MenuAt {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom + 2 };
}
