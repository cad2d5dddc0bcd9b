/**
 * A tour of the open screen: a panel beside one control after the other. The panel is not modal, so the screen can be
 * used during the tour. Each step moves the focus to its title, so that screen readers announce the step.
 */
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "../../components/button.tsx";
import { useEscape } from "../../components/floating/escape.ts";
import { placeFor } from "../../components/floating/panel.ts";
import classes from "./tour.module.css";
import type { TourKind } from "./tour-links.ts";
import { findVisible, type TourStep, tourPlans } from "./tour-steps.ts";

/** Milliseconds between two checks whether the screen has loaded, and after which the tour is given up. */
const checkEvery = 200;
const giveUpAfter = 15_000;
const panelWidth = 320;

interface Props {
  kind: TourKind;
  onEnd: () => void;
}

export default function Tour({ kind, onEnd }: Props) {
  const steps = useVisibleSteps(kind, onEnd);
  const [at, setAt] = useState(0);
  const [before] = useState(() => document.activeElement);
  const end = () => {
    onEnd();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
  const step = steps[at];
  if (!step) return null;
  // A modal dialog makes everything outside of it inert, so the panel of a form is inside the form's dialog.
  return createPortal(
    <StepPanel
      step={step}
      position={`Step ${at + 1} of ${steps.length}`}
      onBack={at > 0 ? () => setAt(at - 1) : undefined}
      onNext={at + 1 < steps.length ? () => setAt(at + 1) : undefined}
      onEnd={end}
    />,
    findVisible(step.selector)?.closest("dialog") ?? document.body,
  );
}

/** Returns the steps whose controls the screen shows, as soon as it has loaded. */
function useVisibleSteps(kind: TourKind, onEnd: () => void): readonly TourStep[] {
  const [steps, setSteps] = useState<readonly TourStep[]>([]);
  const giveUp = useRef(onEnd);
  useEffect(() => {
    giveUp.current = onEnd;
  }, [onEnd]);
  useEffect(() => {
    const start = Date.now();
    const timer = setInterval(() => {
      const { ready, steps: all } = tourPlans[kind];
      const visible = findVisible(ready) ? all.filter(({ selector }) => findVisible(selector)) : [];
      // Some controls load shortly after the list.
      if (visible.length === all.length || (visible.length > 0 && Date.now() - start > 10 * checkEvery)) {
        clearInterval(timer);
        setSteps(visible);
      } else if (Date.now() - start > giveUpAfter) {
        clearInterval(timer);
        giveUp.current();
      }
    }, checkEvery);
    return () => clearInterval(timer);
  }, [kind]);
  return steps;
}

interface PanelProps {
  step: TourStep;
  position: string;
  /** Missing on the first step. */
  onBack: (() => void) | undefined;
  /** Missing on the last step. */
  onNext: (() => void) | undefined;
  onEnd: () => void;
}

function StepPanel({ step, position, onBack, onNext, onEnd }: PanelProps) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  useEscape(true, onEnd);
  usePlace(step.selector, panel, ring);
  return (
    <>
      <div ref={ring} className={classes.ring} aria-hidden />
      <section ref={panel} className={classes.panel} popover="manual" aria-labelledby={`${id}-title`}>
        <h2 key={step.title} id={`${id}-title`} tabIndex={-1} aria-describedby={`${id}-text`}>
          <small>{position}</small> {step.title}
        </h2>
        <p id={`${id}-text`}>{step.text}</p>
        <div className={classes.acts}>
          {onNext && (
            <Button look="subtle" onClick={onEnd}>
              End tour
            </Button>
          )}
          {onBack && (
            <Button look="default" onClick={onBack}>
              Back
            </Button>
          )}
          <Button onClick={onNext ?? onEnd}>{onNext ? "Next" : "Done"}</Button>
        </div>
      </section>
    </>
  );
}

/** Places the panel and the ring at the step's control, and moves the focus to the title of the step. */
function usePlace(
  selector: string,
  panel: React.RefObject<HTMLElement | null>,
  ring: React.RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const shown = panel.current;
    const mark = ring.current;
    if (!shown || !mark) return;
    if (typeof shown.showPopover === "function") shown.showPopover();
    else shown.removeAttribute("popover");
    findVisible(selector)?.scrollIntoView({ block: "nearest" });
    const put = () => placeAt(findVisible(selector), shown, mark);
    put();
    shown.querySelector("h2")?.focus({ preventScroll: true });
    window.addEventListener("resize", put);
    window.addEventListener("scroll", put, true);
    return () => {
      window.removeEventListener("resize", put);
      window.removeEventListener("scroll", put, true);
    };
  }, [selector, panel, ring]);
}

function placeAt(control: HTMLElement | null, panel: HTMLElement, ring: HTMLElement): void {
  const field = control?.getBoundingClientRect() ?? new DOMRect();
  const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const { top, bottom } = field;
  const { upward, left, offset } = placeFor(
    { top, bottom, left: field.left, width: panelWidth },
    view,
    panelWidth,
  );
  panel.style.left = `${left}px`;
  panel.style.width = `${Math.min(panelWidth, view.width - 16)}px`;
  panel.style.top = upward ? "auto" : `${offset + 4}px`;
  panel.style.bottom = upward ? `${offset + 4}px` : "auto";
  ring.style.left = `${field.left - 3}px`;
  ring.style.top = `${field.top - 3}px`;
  ring.style.width = `${field.width + 6}px`;
  ring.style.height = `${field.height + 6}px`;
}
