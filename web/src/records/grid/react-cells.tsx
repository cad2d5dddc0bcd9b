/**
 * Cells of the grid that React draws. The grid makes an element for each cell that it shows, and React fills it through a
 * portal, so that a cell has the router, the queries and the rest of the tree around it.
 */
import type { ICellRendererComp, ICellRendererParams } from "ag-grid-community";
import { type ComponentType, type ReactPortal, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import type { Row } from "../../lib/http/api.ts";

type Params = ICellRendererParams<Row>;
type Renderer = new () => ICellRendererComp<Row>;

/** The cells that a grid shows at the moment; one for each grid. */
export class ReactCells {
  private readonly shown = new Map<HTMLElement, ReactPortal>();
  private readonly renderers = new Map<ComponentType<Params>, Renderer>();
  private readonly listeners = new Set<() => void>();
  private portals: readonly ReactPortal[] = [];
  private made = 0;
  private telling = false;

  /** What the grid takes as the renderer of a column; the same for the same component, so that cells stay. */
  rendererOf(Cell: ComponentType<Params>): Renderer {
    const known = this.renderers.get(Cell) ?? this.makeRenderer(Cell);
    this.renderers.set(Cell, known);
    return known;
  }

  private makeRenderer(Cell: ComponentType<Params>): Renderer {
    const draw = (element: HTMLElement, key: string, params: Params) => {
      this.shown.set(element, createPortal(<Cell {...params} />, element, key));
      this.tell();
    };
    const remove = (element: HTMLElement) => {
      this.shown.delete(element);
      this.tell();
    };
    const nextKey = () => {
      this.made += 1;
      return String(this.made);
    };
    return class implements ICellRendererComp<Row> {
      private readonly element = document.createElement("span");
      private readonly key = nextKey();
      init(params: Params): void {
        this.element.style.display = "contents";
        draw(this.element, this.key, params);
      }
      // On the prototype: by it the grid tells a component from a function.
      getGui(): HTMLElement {
        return this.element;
      }
      refresh(params: Params): boolean {
        draw(this.element, this.key, params);
        return true;
      }
      destroy(): void {
        remove(this.element);
      }
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): readonly ReactPortal[] => this.portals;

  /** Once for all cells that a change of the grid makes and removes. */
  private tell(): void {
    if (this.telling) return;
    this.telling = true;
    queueMicrotask(() => {
      this.telling = false;
      this.portals = [...this.shown.values()];
      for (const listener of this.listeners) listener();
    });
  }
}

export const CellPortals = ({ cells }: { cells: ReactCells }) =>
  useSyncExternalStore(cells.subscribe, cells.snapshot);
