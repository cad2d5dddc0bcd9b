/**
 * Placeholder while the code of the first screen loads. It fills the window, so that the footer stays at the bottom.
 */
import { Skeleton } from "../../components/button.tsx";
import classes from "./shell.module.css";

export const ScreenPending = () => (
  <div className={classes.pending} data-fills-window>
    <span className="visually-hidden" role="status">
      Loading the page
    </span>
    {Array.from({ length: 8 }, (_, index) => `line ${index}`).map((key) => (
      <Skeleton key={key} height={22} />
    ))}
  </div>
);
