/**
 * Shows the tour that the URL fragment names. Also offers the list tour to a new user once, in the footer of the first
 * list, where the offer covers no rows.
 */
import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { WordButton } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import { useUser } from "../../lib/user.ts";
import { screenByRoute } from "../../records/common/record-screens.ts";
import classes from "./tour.module.css";
import { type TourKind, tourKinds } from "./tour-links.ts";

const Tour = later(() => import("./tour.tsx"));

export default function TourHost() {
  const { pathname, searchStr, search, hash } = useLocation();
  const router = useRouter();
  const [running, setRunning] = useState<{ kind: TourKind; pathname: string } | null>(null);
  const [isOffered, decline] = useOffer();
  const asked = tourKinds.find((kind) => hash === `tour-${kind}`);
  useEffect(() => {
    if (!asked) return;
    setRunning({ kind: asked, pathname });
    // Remove the fragment from the URL, so that a reload doesn't start the tour again.
    void router.navigate({ href: pathname + searchStr, replace: true });
  }, [asked, pathname, searchStr, router]);
  if (running?.pathname === pathname)
    return <Tour key={running.kind} kind={running.kind} onEnd={() => setRunning(null)} />;
  if (!isOffered || !isPlainList(pathname, search)) return null;
  return (
    <Offer
      onShow={() => {
        decline();
        setRunning({ kind: "list", pathname });
      }}
      onDecline={decline}
    />
  );
}

/** True if the screen is a list without a form or dialog over it. */
const isPlainList = (pathname: string, search: object): boolean =>
  screenByRoute(/^\/homepage\/forms\/(\w+)$/.exec(pathname)?.[1] ?? "") !== undefined &&
  !["new", "edit", "import", "paste", "history", "row"].some((part) => part in search);

/**
 * Returns whether the tour is still offered to this user in this browser, and a function that stops the offer for good.
 */
function useOffer(): [boolean, () => void] {
  const key = `arbo.tour.${useUser().id}`;
  const [isOffered, setOffered] = useState(() => localStorage.getItem(key) === null);
  return [
    isOffered,
    () => {
      localStorage.setItem(key, "answered");
      setOffered(false);
    },
  ];
}

const Offer = ({ onShow, onDecline }: { onShow: () => void; onDecline: () => void }) => (
  <section className={classes.offer} aria-label="Tour">
    <span>New here?</span>
    <WordButton aria-label="Show me this list" onClick={onShow}>
      Show me
    </WordButton>
    <WordButton aria-label="No, thanks: don't offer the tour again" onClick={onDecline}>
      No, thanks
    </WordButton>
  </section>
);
