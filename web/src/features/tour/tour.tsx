/**
 * A tour of the open screen: a panel beside one control after the other. The screen stays usable, because the panel is
 * not modal. Each step moves the focus to its title, so that screen readers announce the step.
 */
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "../../components/button.tsx";
import { useEscape } from "../../components/floating/escape.ts";
import { followMoves, placePanel, showInTopLayer } from "../../components/floating/panel.ts";
import classes from "./tour.module.css";
import type { TourKind } from "./tour-links.ts";
import { findVisible, type TourStep, tourPlans } from "./tour-steps.ts";

/** Milliseconds between two checks whether the screen has loaded, and until the tour gives up. */
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
  // The panel of a form's tour is inside the form's dialog, because a modal dialog makes all other content inert.
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

/** Returns the steps whose controls are on the screen. Waits until the screen has loaded. */
function useVisibleSteps(kind: TourKind, onEnd: () => void): readonly TourStep[] {
  const [steps, setSteps] = useState<readonly TourStep[]>([]);
  const giveUp = useEffectEvent(onEnd);
  useEffect(() => {
    const start = Date.now();
    const timer = setInterval(() => {
      const { ready, steps: all } = tourPlans[kind];
      const visible = findVisible(ready) ? all.filter(({ selector }) => findVisible(selector)) : [];
      // Wait for controls that load shortly after the list, but only for a short time.
      if (visible.length === all.length || (visible.length > 0 && Date.now() - start > 10 * checkEvery)) {
        clearInterval(timer);
        setSteps(visible);
      } else if (Date.now() - start > giveUpAfter) {
        clearInterval(timer);
        giveUp();
      }
    }, checkEvery);
    return () => clearInterval(timer);
  }, [kind]);
  return steps;
}

interface PanelProps {
  step: TourStep;
  position: string;
  /** Function that shows the previous step; missing on the first step. */
  onBack: (() => void) | undefined;
  /** Function that shows the next step; missing on the last step. */
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

/** Places the panel beside the step's control, puts a ring around the control, and focuses the title of the step. */
function usePlace(
  selector: string,
  panel: React.RefObject<HTMLElement | null>,
  ring: React.RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const shown = panel.current;
    const mark = ring.current;
    if (!shown || !mark) return;
    showInTopLayer(shown);
    findVisible(selector)?.scrollIntoView({ block: "nearest" });
    const end = followMoves(() => placeAt(findVisible(selector), shown, mark));
    shown.querySelector("h2")?.focus({ preventScroll: true });
    return end;
  }, [selector, panel, ring]);
}

/** Gap in pixels between the control and the ring, and additional gap before the panel. */
const ringGap = 3;
const panelGap = 4;

function placeAt(control: HTMLElement | null, panel: HTMLElement, ring: HTMLElement): void {
  const { top, bottom, left, width, height } = control?.getBoundingClientRect() ?? new DOMRect();
  placePanel({ top: top - panelGap, bottom: bottom + panelGap, left, width: panelWidth }, panel, panelWidth);
  ring.style.left = `${left - ringGap}px`;
  ring.style.top = `${top - ringGap}px`;
  ring.style.width = `${width + 2 * ringGap}px`;
  ring.style.height = `${height + 2 * ringGap}px`;
}
