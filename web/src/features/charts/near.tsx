/** A drawing that is rendered when the user scrolls near it, or when the dashboard is saved as slides. */
import { type ReactNode, useContext } from "react";
import { WhenNear } from "../../components/when-near.tsx";
import { BoardContext } from "./board-context.ts";

interface Props {
  heightIn: (width: number) => number;
  children: (width: number) => ReactNode;
}

export function Near(props: Props) {
  const { whole } = useContext(BoardContext);
  return <WhenNear {...props} now={whole} />;
}
