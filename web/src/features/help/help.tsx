/** The help page: the user's year in this system step by step, and answers to common questions. */
import { Link, useRouter } from "@tanstack/react-router";
import { Button } from "../../components/button.tsx";
import pageClasses from "../../components/feature.module.css";
import { Text } from "../../components/layout.tsx";
import { Page } from "../../components/page.tsx";
import { useUser } from "../../lib/user.ts";
import { tourLinks } from "../tour/tour-links.ts";
import { helpAnswers } from "./answers.ts";
import classes from "./help.module.css";
import { type HelpLink, type YearStep, yearSteps } from "./year-steps.ts";

export function Help() {
  const user = useUser();
  const router = useRouter();
  const tours = tourLinks(user);
  return (
    <Page title="Your year in this system" lead={leadOf(user)}>
      {tours.length > 0 && (
        <section className={classes.tours} aria-label="Tours">
          <Text>See the main controls step by step:</Text>
          {tours.map(({ key, label, href }) => (
            <Button key={key} look="default" onClick={() => void router.navigate({ href })}>
              {label}
            </Button>
          ))}
        </section>
      )}
      <ol className={classes.steps}>
        {yearSteps(user).map((step) => (
          <Step key={step.key} step={step} />
        ))}
      </ol>
      <h2>Common questions</h2>
      <div className={classes.answers}>
        {helpAnswers.map(({ key, title, text }) => (
          <section key={key} id={key} className={classes.answer} aria-labelledby={`${key}-title`}>
            <h3 id={`${key}-title`}>{title}</h3>
            <Sentences text={text} />
          </section>
        ))}
      </div>
      <p className={pageClasses.prose}>
        Press Ctrl K to find any screen, record or action. Press ? for the list of keyboard shortcuts. The
        terms are explained on <Link to="/homepage/about">About</Link>.
      </p>
    </Page>
  );
}

/** Names the offices whose records the user sees. */
function leadOf({ level, region_name, province_name }: ReturnType<typeof useUser>): string {
  const office = [province_name, region_name].filter(Boolean).join(", ");
  return office
    ? `Your level is ${level}. You see the records of ${office}.`
    : "You see the records of all offices.";
}

function Step({ step: { title, text, window, links, lists } }: { step: YearStep }) {
  return (
    <li className={classes.step}>
      <h2>{title}</h2>
      {window && (
        <p className={classes.window} data-closed={!window.open || undefined}>
          {window.sentence}
        </p>
      )}
      <Sentences text={text} />
      {lists && (
        <details>
          <summary>Show the {lists.length} lists to fill in</summary>
          <Links links={lists} />
        </details>
      )}
      {links.length > 0 && <Links links={links} />}
    </li>
  );
}

const Sentences = ({ text }: { text: readonly string[] }) =>
  text.map((sentence) => <Text key={sentence}>{sentence}</Text>);

const Links = ({ links }: { links: readonly HelpLink[] }) => (
  <ul className={classes.links}>
    {links.map(({ label, href }) => (
      <li key={href}>
        <Link to={href}>{label}</Link>
      </li>
    ))}
  </ul>
);
