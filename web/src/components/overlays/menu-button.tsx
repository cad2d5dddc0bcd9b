/** Button that opens a menu of actions below it. The menu loads on the first click. */
import { type MouseEvent, type ReactNode, useState } from "react";
import { Button, WordButton } from "../button.tsx";
import { later } from "../later.tsx";
import type { MenuAt, MenuItem } from "./menu-list.tsx";

const MenuList = later(() => import("./menu-list.tsx"));

interface Props {
  label: string;
  icon: ReactNode;
  items: readonly MenuItem[];
  /** True for a button without a frame, for a menu that belongs to one part of a screen. */
  plain?: boolean;
}

export function MenuButton({ label, icon, items, plain = false }: Props) {
  const [at, setAt] = useState<MenuAt | null>(null);
  const opens = {
    "aria-haspopup": "menu",
    "aria-expanded": at !== null,
    onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => setAt(pointBelow(currentTarget)),
  } as const;
  return (
    <>
      {plain ? (
        <WordButton tone="plain" aria-label={label} {...opens}>
          {icon}
          {label}
        </WordButton>
      ) : (
        <Button look="default" icon={icon} {...opens}>
          {label}
        </Button>
      )}
      {at && <MenuList label={label} items={items} at={at} onClose={() => setAt(null)} />}
    </>
  );
}

/** Returns the point below an element at which its menu opens. */
export function pointBelow(element: Element): MenuAt {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom + 2 };
}
