/** The signed-in shell (spec sections 1 and 2): header bar, screen, footer bar. */
import { IconLogout, IconMenu2, IconMoon, IconSun, IconX } from "@tabler/icons-react";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { type MouseEvent, Suspense, useEffect, useState } from "react";
import { Button, IconButton } from "../../components/button.tsx";
import { optional } from "../../components/later.tsx";
import { useColorScheme } from "../../components/use-color-scheme.ts";
import { InboxLink } from "../../features/inbox/inbox-link.tsx";
import { useSignOut } from "../../features/waiting/use-sign-out.tsx";
import { chooseColorScheme } from "../../lib/color-scheme.ts";
import { headerRefreshEvent } from "../../lib/http/events.ts";
import { agencyName, footerYear, productName, versionLabel } from "../../lib/product.ts";
import { refreshUser, useUser } from "../../lib/user.ts";
import { Finder } from "../find/finder.tsx";
import { Countdown } from "./countdown.tsx";
import classes from "./shell.module.css";
import { tabsOf } from "./tabs.ts";
import { VersionBar } from "./version-bar.tsx";

/**
 * Link to the unsent entries of this browser. While the link is mounted, the entries are being sent. Its code loads
 * after the first screen.
 */
const WaitingLink = optional(async () => {
  await new Promise((resolve) => setTimeout(resolve, sendingDelay));
  return import("../../features/waiting/waiting-link.tsx");
});
const sendingDelay = 1000;
const TourHost = optional(() => import("../../features/tour/tour-host.tsx"));
/** The link to background jobs loads lazily, because no job runs before the first screen. */
const JobsLink = optional(() => import("../../features/jobs/jobs-link.tsx"));

/** The connection bar loads lazily, so that it doesn't delay the first screen. */
const ConnectionBar = optional(() => import("./connection-bar.tsx"));

const contentId = "content";

export function Shell() {
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href={`#${contentId}`} onClick={skipToHeading}>
        Skip to the content
      </a>
      <Header />
      <div className={classes.bars}>
        <ConnectionBar />
        <VersionBar />
      </div>
      <main className={classes.content} id={contentId} tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <footer className={classes.footer}>
        <span>{versionLabel}</span>
        <TourHost />
        <span>{footerYear}</span>
      </footer>
    </div>
  );
}

/** Moves the focus to the heading of the screen, so that keyboard users can skip the menu. */
function skipToHeading(event: MouseEvent): void {
  const heading = document.querySelector<HTMLElement>(`#${contentId} h1`);
  if (!heading) return;
  event.preventDefault();
  heading.tabIndex = -1;
  heading.focus();
}

function Header() {
  const { access } = useUser();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { leave, question } = useSignOut();

  useEffect(() => {
    const refresh = () => void refreshUser();
    window.addEventListener(headerRefreshEvent, refresh);
    return () => window.removeEventListener(headerRefreshEvent, refresh);
  }, []);

  return (
    <header className={classes.header} data-open={open || undefined}>
      <div className={classes.bar}>
        <Link to="/homepage/about" className={classes.brand}>
          <img src="/images/mark.svg" alt="" width="34" height="34" />
          <span className={classes.names}>
            <span className={classes.product}>{productName}</span>
            <span className={classes.agency}>{agencyName}</span>
          </span>
        </Link>
        <div className={classes.countdowns}>
          <Countdown label="Target" window={access.windows.target} />
          <Countdown label="Accomplishment" window={access.windows.accomplishment} />
        </div>
        <Greeting onClick={close} />
        <HeaderTools open={open} onToggle={() => setOpen(!open)} onClick={close} onLeave={leave} />
      </div>
      <MainTabs onClick={close} onLeave={leave} />
      {question}
    </header>
  );
}

interface PartProps {
  /** Closes the menu that the header shows in a narrow browser window. */
  onClick: () => void;
}

function Greeting({ onClick }: PartProps) {
  const user = useUser();
  return (
    <div className={classes.person}>
      <span className={classes.greeting}>
        <Link to="/homepage/profile" title="Your profile and password" onClick={onClick}>
          Hello, <strong>{user.username}</strong>
        </Link>{" "}
        · {user.role?.roletype ?? user.level ?? "no role"}
      </span>
      <span className={classes.office}>{officeLine(user.roles, user.province_name)}</span>
    </div>
  );
}

interface ToolsProps extends PartProps {
  open: boolean;
  onToggle: () => void;
  onLeave: () => void;
}

function HeaderTools({ open, onToggle, onClick, onLeave }: ToolsProps) {
  return (
    <div className={classes.tools}>
      <Finder user={useUser()} onLeave={onLeave} />
      <JobsLink onClick={onClick} />
      <WaitingLink onClick={onClick} />
      <InboxLink className={classes.tool} onClick={onClick} />
      <Link to="/homepage/help" className={classes.help} onClick={onClick}>
        Help
      </Link>
      <SchemeToggle />
      <Button
        className={classes.logout}
        look="default"
        icon={<IconLogout size={15} aria-hidden />}
        onClick={onLeave}
      >
        Logout
      </Button>
      <IconButton
        className={classes.burger}
        aria-label={open ? "Close the menu" : "Open the menu"}
        aria-expanded={open}
        onClick={onToggle}
      >
        {open ? <IconX size={22} /> : <IconMenu2 size={22} />}
      </IconButton>
    </div>
  );
}

function MainTabs({ onClick, onLeave }: PartProps & Pick<ToolsProps, "onLeave">) {
  const user = useUser();
  const { pathname } = useLocation();
  return (
    <nav className={classes.tabs} aria-label="Main">
      {tabsOf(user).map((tab) => (
        <Link
          key={tab.route}
          to={tab.to}
          className={classes.tab}
          onClick={onClick}
          aria-current={pathname.startsWith(tab.to) ? "page" : undefined}
        >
          {tab.label}
        </Link>
      ))}
      <Link to="/homepage/help" className={classes.tabHelp} onClick={onClick}>
        Help
      </Link>
      <button type="button" className={classes.tabLogout} onClick={onLeave}>
        Logout
      </button>
    </nav>
  );
}

/** Returns the role and the province in uppercase (spec section 2). */
const officeLine = (role: string | null, province: string | null): string =>
  [role, province]
    .filter((part) => part)
    .join(" · ")
    .toUpperCase();

function SchemeToggle() {
  const dark = useColorScheme() === "dark";
  const label = dark ? "Switch to light mode" : "Switch to dark mode";
  return (
    <IconButton
      className={classes.tool}
      aria-label={label}
      title={label}
      onClick={() => chooseColorScheme(dark ? "light" : "dark")}
    >
      {dark ? <IconSun size={19} /> : <IconMoon size={19} />}
    </IconButton>
  );
}
